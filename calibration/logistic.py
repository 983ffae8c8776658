"""Multinomial logistic regression with a little weight decay: small, exact, and the same on every machine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from scanner.read_hexes import log_softmax

Floats = npt.NDArray[np.float64]
DECAY = 5e-3
MOST_STEPS = 200


def fit_logistic(features: Floats, classes: npt.NDArray[np.intp], traits: Floats) -> Floats:
    """Weights (d + 1, count), the last row added, for even features (n, d). Rare classes count a little more.

    `traits` (t, count) says which traits each class has: what is learned of a trait serves all classes that share it.
    """
    dimensions, (number, count) = features.shape[1], traits.shape
    wanted = np.eye(count)[classes]
    weight = 1 / np.sqrt(np.maximum(wanted.sum(axis=0), 1))[classes]
    weight /= weight.sum()

    def unpacked(flat: Floats) -> tuple[Floats, Floats]:
        return flat[: dimensions * number].reshape(dimensions, number), flat[dimensions * number :]

    def loss(flat: Floats) -> tuple[float, Floats]:
        by_trait, added = unpacked(flat)
        logp = log_softmax(features @ (by_trait @ traits) + added)
        slope = (np.exp(logp) - wanted) * weight[:, None]
        cost = -(weight * (logp * wanted).sum(axis=1)).sum() + DECAY * (by_trait**2).sum()
        gradient = features.T @ slope @ traits.T + 2 * DECAY * by_trait
        return float(cost), np.concatenate([gradient.ravel(), slope.sum(axis=0)])

    start = np.zeros(dimensions * number + count)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": MOST_STEPS})
    by_trait, added = unpacked(found.x)
    return np.vstack([by_trait @ traits, added])
