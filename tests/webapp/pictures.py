"""Small pictures for uploads."""

from __future__ import annotations

import io

from PIL import Image


def picture_bytes(size: tuple[int, int] = (320, 240), colour: str = "tan", file_format: str = "JPEG") -> bytes:
    exif = Image.Exif()
    exif[0x0110] = "Test Phone"
    exif.get_ifd(0x8769)[0xA405] = 26
    exif.get_ifd(0x8825)[1] = "N"
    exif.get_ifd(0x8825)[2] = (50.0, 3.0, 41.0)
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, file_format, exif=exif)
    return data.getvalue()
