import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib';

const MIN_BYTES = 1_024;
const gzipBytes = promisify(gzip);
const zstdBytes = promisify(zstdCompress);

export type Encoding = 'zstd' | 'gzip';

/** The encoding for an answer that is compressed as it is sent; undefined: none. Cheapest for the processor first. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const accepted = acceptedNames(header);
  if (accepted.has('zstd')) return 'zstd';
  return accepted.has('gzip') ? 'gzip' : undefined;
}

/** The names in an Accept-Encoding header that are not refused there with `q=0`. */
export function acceptedNames(header: string | undefined): ReadonlySet<string | undefined> {
  if (header === undefined) return new Set();
  return new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
}

/**
 * Compresses a body off the main thread at a level that favours speed; answers undefined when it is too small to gain.
 */
export async function compressBytes(bytes: Buffer, encoding: Encoding): Promise<Buffer | undefined> {
  if (bytes.length < MIN_BYTES) return undefined;
  if (encoding === 'gzip') return gzipBytes(bytes, { level: 4 });
  return zstdBytes(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** Compresses a stream; the source is destroyed when the reader goes away. */
export function compressStream(source: Readable, encoding: Encoding): Readable {
  const compressor = encoding === 'gzip' ? createGzip({ level: 4 }) : createZstdCompress();
  source.on('error', (error) => compressor.destroy(error));
  compressor.on('close', () => source.destroy());
  return source.pipe(compressor);
}

export const isCompressibleType = (type: string): boolean => /json|^text\/|svg|javascript|xml|protobuf/i.test(type);
