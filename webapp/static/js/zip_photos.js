// The photos in a zip, unpacked one by one in the browser: only photos are ever sent.

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const HUGE = 0xffffffff;
/** No photo is larger; what unpacks to more is not unpacked to its end. */
const MAX_PHOTO_BYTES = 30_000_000;
const HIDDEN = /(^|\/)(__MACOSX\/|\.[^/]*$)/;
const PHOTO = /\.(jpe?g|png|webp|heic|heif)$/i;

export class BadZip extends Error {}

/** The pictures of a zip as {name, file()}. */
export async function photosInZip(zip) {
  const directory = await readDirectory(zip);
  const found = [];
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY_MARK;) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => directory.getUint16(at + place, true));
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameBytes));
    const entry = {
      name,
      flags: directory.getUint16(at + 8, true),
      method: directory.getUint16(at + 10, true),
      packedBytes: directory.getUint32(at + 20, true),
      start: directory.getUint32(at + 42, true),
    };
    if (PHOTO.test(name) && !HIDDEN.test(name)) found.push({ name, file: () => unpack(zip, entry) });
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return found;
}

async function readDirectory(zip) {
  const tail = await view(zip, Math.max(0, zip.size - END_BYTES - LONGEST_COMMENT), zip.size);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END_MARK) end -= 1;
  if (end < 0) throw new BadZip();
  const [bytes, start] = [12, 16].map((place) => tail.getUint32(end + place, true));
  if (start === HUGE || start + bytes > zip.size) throw new BadZip();
  return view(zip, start, start + bytes);
}

/** A photo that cannot be unpacked comes empty, and the server says what is wrong with it. */
async function unpack(zip, { flags, method, packedBytes, start }) {
  if (flags & ENCRYPTED || ![STORED, DEFLATED].includes(method) || packedBytes === HUGE) return new Blob([]);
  const header = await view(zip, start, start + 30);
  if (header.byteLength < 30) return new Blob([]);
  const from = start + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = zip.slice(from, from + packedBytes);
  if (method === STORED) return packed;
  try {
    return await inflated(packed);
  } catch {
    return new Blob([]);
  }
}

async function inflated(packed) {
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let bytes = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    bytes += value.byteLength;
    if (bytes > MAX_PHOTO_BYTES) {
      await reader.cancel();
      return new Blob([]);
    }
    parts.push(value);
  }
  return new Blob(parts);
}

async function view(file, from, to) {
  return new DataView(await file.slice(from, to).arrayBuffer());
}
