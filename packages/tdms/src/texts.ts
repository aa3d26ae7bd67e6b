import type { ByteSource } from './byte-source.ts';
import type { Share } from './read-values.ts';
import { TdmsError } from './tdms-error.ts';

/** The texts of one chunk are read at once. */
const MOST_BYTES = 64 * 1024 * 1024;
const utf8 = new TextDecoder();

/** A chunk of texts: where each ends, and all of them one after another. A chunk that was not filled holds none. */
export async function* readTexts(
  source: ByteSource,
  shares: readonly Share[],
  from: number,
  until: number,
): AsyncGenerator<{ from: number; values: string[] }> {
  for (const { stretch, part, first } of shares) {
    const bytes = part.textBytes ?? 0;
    if (bytes > MOST_BYTES || part.count * 4 > bytes)
      throw new TdmsError('The texts of a channel are not as long as it says.');
    for (const [segment, start] of stretch.starts.entries()) {
      const [begin = 0, end = 0] = stretch.chunks.slice(segment, segment + 2);
      for (let chunk = begin; chunk < end; chunk++) {
        const own = first + chunk * part.count;
        if (own + part.count <= from || own >= until) continue;
        const at = start + (chunk - begin) * stretch.layout.chunkBytes + (part.pieces[0]?.offset ?? 0);
        const all = textsIn(await source.read(at, bytes), part.count, stretch.layout.isBigEndian);
        const [one, after] = [Math.max(from, own), Math.min(until, own + part.count)];
        yield { from: one, values: all.slice(one - own, after - own) };
      }
    }
  }
}

function textsIn(bytes: Uint8Array, count: number, isBigEndian: boolean): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  const begin = count * 4;
  let from = 0;
  for (let n = 0; n < count; n++) {
    const to = view.getUint32(n * 4, !isBigEndian);
    if (to < from || begin + to > bytes.length) throw new TdmsError('The texts of a channel overlap.');
    texts.push(utf8.decode(bytes.subarray(begin + from, begin + to)));
    from = to;
  }
  return texts;
}
