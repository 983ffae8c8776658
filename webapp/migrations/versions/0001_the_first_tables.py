"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

import webapp.models

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("edit_token", sa.String(length=32), nullable=False),
        sa.Column("view_token", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("variants", sa.JSON(), nullable=False),
        sa.Column("rulings", sa.JSON(), nullable=False),
        sa.Column("created_at", webapp.models.UtcTime(), nullable=False),
        sa.Column("changed_at", webapp.models.UtcTime(), nullable=False),
        sa.Column("deleted_at", webapp.models.UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("edit_token", name=op.f("uq_game_edit_token")),
        sa.UniqueConstraint("view_token", name=op.f("uq_game_view_token")),
    )
    op.create_table(
        "photo",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("upload_sha256", sa.String(length=64), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("preview_sha256", sa.String(length=64), nullable=False),
        sa.Column("width_px", sa.Integer(), nullable=False),
        sa.Column("height_px", sa.Integer(), nullable=False),
        sa.Column("created_at", webapp.models.UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_photo_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_photo")),
        sa.UniqueConstraint("token", name=op.f("uq_photo_token")),
    )
    op.create_index(op.f("ix_photo_game_id"), "photo", ["game_id"])

    op.create_table(
        "shelf_game",
        sa.Column("shelf", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_shelf_game_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("shelf", "game_id", name=op.f("pk_shelf_game")),
    )
    op.create_index(op.f("ix_shelf_game_game_id"), "shelf_game", ["game_id"])

    op.create_table(
        "scan",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("photo_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("base_version", sa.Integer(), nullable=True),
        sa.Column("players", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("failure", sa.String(length=40), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("created_at", webapp.models.UtcTime(), nullable=False),
        sa.Column("finished_at", webapp.models.UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["photo_id"], ["photo.id"], name=op.f("fk_scan_photo_id_photo"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scan")),
        sa.UniqueConstraint("token", name=op.f("uq_scan_token")),
    )
    op.create_index(op.f("ix_scan_photo_id"), "scan", ["photo_id"])
    op.create_index(op.f("ix_scan_state"), "scan", ["state"])

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("board", sa.JSON(), nullable=False),
        sa.Column("scan_id", sa.Integer(), nullable=True),
        sa.Column("city_index", sa.Integer(), nullable=True),
        sa.Column("latest_scan_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_player_game_id_game"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["latest_scan_id"], ["scan.id"], name=op.f("fk_player_latest_scan_id_scan"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["scan_id"], ["scan.id"], name=op.f("fk_player_scan_id_scan"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("game_id", "seat", name=op.f("uq_player_game_id_seat")),
    )
    op.create_table(
        "edit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=64), nullable=False),
        sa.Column("action", sa.String(length=10), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("created_at", webapp.models.UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_edit_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edit")),
        sa.UniqueConstraint("player_id", "uid", name=op.f("uq_edit_player_id_uid")),
        sa.UniqueConstraint("player_id", "version", name=op.f("uq_edit_player_id_version")),
    )


def downgrade() -> None:
    op.drop_table("edit")
    op.drop_table("player")
    op.drop_index(op.f("ix_scan_state"), table_name="scan")
    op.drop_index(op.f("ix_scan_photo_id"), table_name="scan")

    op.drop_table("scan")
    op.drop_index(op.f("ix_shelf_game_game_id"), table_name="shelf_game")

    op.drop_table("shelf_game")
    op.drop_index(op.f("ix_photo_game_id"), table_name="photo")

    op.drop_table("photo")
    op.drop_table("game")
