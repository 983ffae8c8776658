"""Batches of photos."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

import webapp.models

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "batch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("shelf", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("players", sa.Integer(), nullable=True),
        sa.Column("variants", sa.JSON(), nullable=False),
        sa.Column("created_at", webapp.models.UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch")),
        sa.UniqueConstraint("token", name=op.f("uq_batch_token")),
    )
    op.create_index(op.f("ix_batch_shelf"), "batch", ["shelf"])
    op.create_table(
        "batch_city",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("photo_number", sa.Integer(), nullable=False),
        sa.Column("city_number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("refusal", sa.String(length=40), nullable=True),
        sa.Column("is_settled", sa.Boolean(), nullable=False),
        sa.Column("is_looked_at", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["batch.id"], name=op.f("fk_batch_city_batch_id_batch"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_batch_city_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch_city")),
        sa.UniqueConstraint(
            "batch_id",
            "photo_number",
            "city_number",
            name=op.f("uq_batch_city_batch_id_photo_number_city_number"),
        ),
    )
    op.create_index(op.f("ix_batch_city_game_id"), "batch_city", ["game_id"])
    op.create_index(op.f("ix_batch_city_is_settled"), "batch_city", ["is_settled"])


def downgrade() -> None:
    op.drop_index(op.f("ix_batch_city_is_settled"), table_name="batch_city")
    op.drop_index(op.f("ix_batch_city_game_id"), table_name="batch_city")
    op.drop_table("batch_city")
    op.drop_index(op.f("ix_batch_shelf"), table_name="batch")
    op.drop_table("batch")
