"""Multinomial logistic regression with a little weight decay: small, exact, and the same on every machine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from scanner.read_hexes import log_softmax

Floats = npt.NDArray[np.float64]
DECAY = 1e-3
MOST_STEPS = 200


def fit_logistic(features: Floats, classes: npt.NDArray[np.intp], count: int) -> Floats:
    """Weights (d + 1, count), the last row added, for even features (n, d). Rare classes count a little more."""
    dimensions = features.shape[1]
    wanted = np.eye(count)[classes]
    weight = 1 / np.sqrt(np.maximum(wanted.sum(axis=0), 1))[classes]
    weight /= weight.sum()

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(dimensions + 1, count)
        logp = log_softmax(features @ weights[:-1] + weights[-1])
        slope = (np.exp(logp) - wanted) * weight[:, None]
        cost = -(weight * (logp * wanted).sum(axis=1)).sum() + DECAY * (weights[:-1] ** 2).sum()
        gradient = np.vstack([features.T @ slope + 2 * DECAY * weights[:-1], slope.sum(axis=0)])
        return float(cost), gradient.ravel()

    start = np.zeros((dimensions + 1) * count)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": MOST_STEPS})
    return np.asarray(found.x.reshape(dimensions + 1, count), dtype=np.float64)
