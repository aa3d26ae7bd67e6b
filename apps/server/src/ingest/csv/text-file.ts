import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CsvError } from './csv-error.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A text file whose encoding is known. */
export interface TextFile {
  path: string;
  bytes: number;
  encoding: TextEncoding;
  /** Bytes before the text. */
  markBytes: number;
  /** True where the encoding is a guess: there is no mark, and it is not UTF-8. */
  isGuessed: boolean;
}

const SAMPLE_BYTES = 1024 * 1024;
const READ_BYTES = 1024 * 1024;
const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'the file may not be read',
  EISDIR: 'this is a folder',
};

/**
 * Looks at the beginning of a file: its byte order mark, else whether it is UTF-8, else windows-1252.
 * @throws CsvError when it cannot be opened, is empty, or is no text
 */
export async function probeTextFile(path: string): Promise<TextFile> {
  const { sample, bytes } = await readSample(path);
  const file = { path, bytes, markBytes: 0, isGuessed: false };
  if (sample.length === 0) throw new CsvError('the file is empty');
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf)
    return { ...file, encoding: 'utf-8', markBytes: 3 };
  if (sample[0] === 0xff && sample[1] === 0xfe) return { ...file, encoding: 'utf-16le', markBytes: 2 };
  if (sample[0] === 0xfe && sample[1] === 0xff) return { ...file, encoding: 'utf-16be', markBytes: 2 };
  if (sample.includes(0)) {
    const wide = utf16WithoutMark(sample);
    if (!wide) throw new CsvError('this is not a text file');
    return { ...file, encoding: wide, isGuessed: true };
  }
  if (isUtf8(sample, sample.length < bytes)) return { ...file, encoding: 'utf-8' };
  return { ...file, encoding: 'windows-1252', isGuessed: true };
}

async function readSample(path: string): Promise<{ sample: Buffer; bytes: number }> {
  try {
    await using handle = await open(path, 'r');
    const stat = await handle.stat();
    if (!stat.isFile()) throw new CsvError('this is not a file');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(SAMPLE_BYTES, stat.size)));
    return { sample: buffer.subarray(0, bytesRead), bytes: stat.size };
  } catch (error) {
    const known = FILE_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
    throw known === undefined ? error : new CsvError(known);
  }
}

/** Every other byte of Latin text in UTF-16 is zero. */
function utf16WithoutMark(sample: Buffer): TextEncoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of sample.subarray(0, 4096).entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const half = Math.min(sample.length, 4096) / 2;
  const [even = 0, odd = 0] = zeros;
  if (odd > half * 0.8 && even === 0) return 'utf-16le';
  return even > half * 0.8 && odd === 0 ? 'utf-16be' : undefined;
}

function isUtf8(sample: Buffer, isCut: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

/**
 * The text as UTF-8 bytes, from an offset in these. UTF-8 begins to read there; what has to be converted is read from
 * the start, and dropped up to it.
 */
export async function* readUtf8(file: TextFile, fromOffset: number): AsyncGenerator<Buffer> {
  const { path, encoding, markBytes } = file;
  const start = encoding === 'utf-8' ? markBytes + fromOffset : markBytes;
  const source = createReadStream(path, { start, highWaterMark: READ_BYTES });
  if (encoding === 'utf-8') {
    yield* source as AsyncIterable<Buffer>;
    return;
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let toDrop = fromOffset;
  for await (const bytes of source as AsyncIterable<Buffer>) {
    const text = Buffer.from(decoder.decode(bytes, { stream: true }));
    if (toDrop < text.length) yield text.subarray(toDrop);
    toDrop = Math.max(0, toDrop - text.length);
  }
  const end = Buffer.from(decoder.decode());
  if (toDrop < end.length) yield end.subarray(toDrop);
}
