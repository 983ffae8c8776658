"""The tables of batches: many photos at once. Every city of a batch is a game of its own with one player."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.models import Base, Game, now

LONGEST_NAME = 200


class Batch(Base):
    """Photos of an evening. Whoever knows the token may see and correct it; `shelf` is the browser that made it."""

    __tablename__ = "batch"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    shelf: Mapped[str] = mapped_column(String(32), index=True)
    title: Mapped[str] = mapped_column(String(80))
    players: Mapped[int | None]
    variants: Mapped[list[Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)
    cities: Mapped[list[BatchCity]] = relationship(
        back_populates="batch",
        order_by="(BatchCity.photo_number, BatchCity.city_number)",
        cascade="all, delete-orphan",
    )


class BatchCity(Base):
    """A city of a batch, or a photo that is not read yet, or one without a city."""

    __tablename__ = "batch_city"
    __table_args__ = (UniqueConstraint("batch_id", "photo_number", "city_number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    batch_id: Mapped[int] = mapped_column(ForeignKey("batch.id", ondelete="CASCADE"))
    photo_number: Mapped[int]
    city_number: Mapped[int]
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    # A file that is no photo has no game but the code of its refusal.
    game_id: Mapped[int | None] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    refusal: Mapped[str | None] = mapped_column(String(40))
    # The photo is read (or refused) and its cities are all in the batch.
    is_settled: Mapped[bool] = mapped_column(default=False, index=True)
    # Somebody has looked at this city and found it right.
    is_looked_at: Mapped[bool] = mapped_column(default=False)
    batch: Mapped[Batch] = relationship(back_populates="cities")
    game: Mapped[Game | None] = relationship()
