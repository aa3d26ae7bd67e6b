import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { bitWidth, type WordReader, type WordWriter } from './bit-pack.ts';
import { ByteReader, ByteWriter, DamagedDataError } from './bytes.ts';

const PLAIN = 0;
const ZSTD = 1;

/** Below this the frame of a compressor costs more than it saves. */
const COMPRESS_FROM_BYTES = 200;
const MOST_DICTIONARY_BYTES = 2 ** 30;

/** Writes strings as a dictionary in order of first use and one bit-packed index per point; 0 stands for a number. */
export function writeTexts(out: ByteWriter, words: WordWriter, texts: readonly (string | null)[], count: number): void {
  const indexes = new Map<string, number>();
  const indexOf = new Float64Array(count);
  const dictionary = new ByteWriter();
  for (let i = 0; i < count; i++) {
    const text = texts[i];
    if (text === null || text === undefined) continue;
    let index = indexes.get(text);
    if (index === undefined) {
      index = indexes.size + 1;
      indexes.set(text, index);
      dictionary.text(text);
    }
    indexOf[i] = index;
  }
  const plain = dictionary.view();
  const packed =
    plain.length >= COMPRESS_FROM_BYTES
      ? zstdCompressSync(plain, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
      : plain;
  const isCompressed = packed.length < plain.length;
  out.varint(indexes.size);
  out.u8(isCompressed ? ZSTD : PLAIN);
  const stored = isCompressed ? packed : plain;
  out.varint(stored.length);
  out.raw(stored);
  words.pack(indexOf, 0, 0, count, bitWidth(indexes.size));
}

export function readTexts(input: ByteReader, words: WordReader, count: number): (string | null)[] {
  const size = input.varint();
  const form = input.u8();
  const stored = input.raw(input.varint());
  if (size > count || form > ZSTD) throw new DamagedDataError('unknown form of strings');
  const reader = new ByteReader(form === ZSTD ? inflate(stored) : stored);
  const dictionary: (string | null)[] = [null];
  for (let i = 0; i < size; i++) dictionary.push(reader.text());
  const indexes = new Float64Array(count);
  words.unpack(indexes, 0, count, bitWidth(size), 0);
  return Array.from(indexes, (index) => {
    const text = dictionary[index];
    if (text === undefined) throw new DamagedDataError('a string is not in its dictionary');
    return text;
  });
}

function inflate(stored: Uint8Array): Uint8Array {
  try {
    return zstdDecompressSync(stored, { maxOutputLength: MOST_DICTIONARY_BYTES });
  } catch (cause) {
    throw new DamagedDataError('compressed strings cannot be read', { cause });
  }
}
