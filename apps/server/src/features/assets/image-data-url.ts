/** The largest image kept in an attribute, bytes (guarantees F6). */
export const MAX_IMAGE_BYTES = 256 * 1024;
export const MAX_IMAGE_PIXELS_PER_SIDE = 4_096;

interface Size {
  width: number;
  height: number;
}

/**
 * Tells why a text is not an image data URL that may be shown: PNG, JPEG or WebP whose bytes are what the type says,
 * small enough. Undefined: it may. SVG is refused, since it is a document with scripts.
 */
export function faultOfImageDataUrl(text: string): string | undefined {
  const match = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text);
  const [, type, base64] = match ?? [];
  if (type === undefined || base64 === undefined) return 'must be a data URL of a PNG, JPEG or WebP image';
  if (base64.length > (MAX_IMAGE_BYTES * 4) / 3 + 4) return `must be at most ${MAX_IMAGE_BYTES / 1024} kB`;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) return `must be at most ${MAX_IMAGE_BYTES / 1024} kB`;
  const size = type === 'png' ? pngSize(bytes) : type === 'jpeg' ? jpegSize(bytes) : webpSize(bytes);
  if (!size) return `is not a ${type.toUpperCase()} image`;
  if (Math.max(size.width, size.height) > MAX_IMAGE_PIXELS_PER_SIDE) {
    return `must be at most ${MAX_IMAGE_PIXELS_PER_SIDE} pixels wide and high`;
  }
  return undefined;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments to the frame header (SOF), which has the size. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
