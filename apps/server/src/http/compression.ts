import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib';

const MIN_BYTES = 1_024;
const gzipBytes = promisify(gzip);
const zstdBytes = promisify(zstdCompress);

export type Encoding = 'zstd' | 'gzip';

/** The encoding to use for an Accept-Encoding header; undefined: none. Cheapest for the processor first. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const accepted = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  if (accepted.has('zstd')) return 'zstd';
  return accepted.has('gzip') ? 'gzip' : undefined;
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
