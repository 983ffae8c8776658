"""How a message echoes a value it refuses."""

from __future__ import annotations

import json

LONGEST = 40


def shown(value: object) -> str:
    """A value as JSON spells it, cut to a readable length and safe to print anywhere."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
