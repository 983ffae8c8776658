"""The tables: games, their players, the log of edits, photos and scans."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, MetaData, String, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

Json = dict[str, Any]


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the zone, so it is taken off on the way in and put back on the way out."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return value.replace(tzinfo=UTC) if value else None


def now() -> datetime:
    return datetime.now(UTC)


class Base(DeclarativeBase):
    """Common to all tables. Named constraints let SQLite migrations find them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcTime, Json: JSON, list[Any]: JSON}  # noqa: RUF012


class Game(Base):
    """One evening's game. Whoever knows the edit token may change it, the view token only shows it."""

    __tablename__ = "game"

    id: Mapped[int] = mapped_column(primary_key=True)
    edit_token: Mapped[str] = mapped_column(String(32), unique=True)
    view_token: Mapped[str] = mapped_column(String(32), unique=True)
    version: Mapped[int] = mapped_column(default=1)
    variants: Mapped[list[Any]]
    rulings: Mapped[Json]
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)
    deleted_at: Mapped[datetime | None]
    players: Mapped[list[Player]] = relationship(
        back_populates="game", order_by="Player.seat", cascade="all, delete-orphan"
    )
    photos: Mapped[list[Photo]] = relationship(back_populates="game", cascade="all, delete-orphan")


class Player(Base):
    """A seat of a game with its city as it stands: the sum of the edits up to `version`."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("game_id", "seat"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    seat: Mapped[int]
    name: Mapped[str] = mapped_column(String(60))
    version: Mapped[int] = mapped_column(default=0)
    board: Mapped[Json]
    # The reading that this city began with, and which city of it.
    scan_id: Mapped[int | None] = mapped_column(ForeignKey("scan.id", ondelete="SET NULL"))
    city_index: Mapped[int | None]
    # The newest photo of this player, read or not.
    latest_scan_id: Mapped[int | None] = mapped_column(ForeignKey("scan.id", ondelete="SET NULL"))
    game: Mapped[Game] = relationship(back_populates="players")
    edits: Mapped[list[Edit]] = relationship(
        back_populates="player", order_by="Edit.version", cascade="all, delete-orphan"
    )
    scan: Mapped[Scan | None] = relationship(foreign_keys=[scan_id])
    latest_scan: Mapped[Scan | None] = relationship(foreign_keys=[latest_scan_id])


class Edit(Base):
    """One change of a city. Rows are only ever added; `uid` names an edit so that sending it twice does it once."""

    __tablename__ = "edit"
    __table_args__ = (UniqueConstraint("player_id", "version"), UniqueConstraint("player_id", "uid"))

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id", ondelete="CASCADE"))
    version: Mapped[int]
    uid: Mapped[str] = mapped_column(String(64))
    action: Mapped[str] = mapped_column(String(10))
    changes: Mapped[Json]
    created_at: Mapped[datetime] = mapped_column(default=now)
    player: Mapped[Player] = relationship(back_populates="edits")


class Photo(Base):
    """A stored photo. The token is its file name; the checksums say whether the files are still the same."""

    __tablename__ = "photo"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int | None] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    upload_sha256: Mapped[str] = mapped_column(String(64))
    sha256: Mapped[str] = mapped_column(String(64))
    preview_sha256: Mapped[str] = mapped_column(String(64))
    width_px: Mapped[int]
    height_px: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(default=now)
    game: Mapped[Game | None] = relationship(back_populates="photos")
    scans: Mapped[list[Scan]] = relationship(back_populates="photo", cascade="all, delete-orphan")


class Scan(Base):
    """One reading of a photo: waiting, running, done or failed."""

    __tablename__ = "scan"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    photo_id: Mapped[int] = mapped_column(ForeignKey("photo.id", ondelete="CASCADE"), index=True)
    # Whose city it is for; a scan that belongs to no game has no seat.
    seat: Mapped[int | None]
    # The version of the player's city when the photo came; a city changed since is not replaced unasked.
    base_version: Mapped[int | None]
    players: Mapped[int | None]
    state: Mapped[str] = mapped_column(String(10), index=True)
    failure: Mapped[str | None] = mapped_column(String(40))
    result: Mapped[Json | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]
    photo: Mapped[Photo] = relationship(back_populates="scans")


class ShelfGame(Base):
    """A game on the shelf of a browser: the history that its cookie opens."""

    __tablename__ = "shelf_game"

    shelf: Mapped[str] = mapped_column(String(32), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True)
