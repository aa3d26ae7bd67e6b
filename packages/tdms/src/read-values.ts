import type { ByteSource } from './byte-source.ts';
import { sizeOf } from './format/data-types.ts';
import type { Part, Piece } from './layout.ts';
import type { Stretch } from './segments.ts';
import { TdmsError } from './tdms-error.ts';

/** What one read takes at the most. */
const READ_BYTES = 4 * 1024 * 1024;
/** Where a channel's values of a chunk are fewer bytes than this, whole chunks are read rather than each channel's share. */
const SMALL_SHARE = 64 * 1024;

/** A part of a channel: some values of one chunk or of several. */
export interface Share {
  readonly stretch: Stretch;
  readonly part: Part;
  /** Index of its first value in the channel. */
  readonly first: number;
  /** Values in whole chunks, and in the chunk that was not filled. */
  readonly whole: number;
  readonly tail: number;
}

/** Where a channel's values are. */
export function sharesOf(path: string, stretches: readonly Stretch[]): Share[] {
  const shares: Share[] = [];
  let first = 0;
  for (const stretch of stretches) {
    const place = stretch.layout.parts.findIndex((part) => part.path === path);
    const part = stretch.layout.parts[place];
    if (part === undefined) continue;
    const whole = (stretch.chunks.at(-1) ?? 0) * part.count;
    const tail = stretch.tail?.parts[place]?.count ?? 0;
    if (whole + tail > 0) shares.push({ stretch, part, first, whole, tail });
    first += whole + tail;
  }
  return shares;
}

/** Bytes read at once, and which of a channel's values lie in them. */
export interface Run {
  readonly bytes: Uint8Array;
  /** Of the run's first value, counted from the first that was asked for. */
  readonly to: number;
  readonly part: Part;
  readonly isBigEndian: boolean;
  /** Each lies at equal distances from its beginning in `bytes`: one for each chunk and piece. */
  readonly pieces: readonly {
    readonly piece: Piece;
    readonly at: number;
    readonly count: number;
    readonly to: number;
  }[];
}

/** The bytes of a channel's values `from` to `until`, in order. */
export async function* runsOf(
  source: ByteSource,
  shares: readonly Share[],
  from: number,
  until: number,
): AsyncGenerator<Run> {
  for (const share of shares) {
    const { first, whole, tail, stretch, part } = share;
    const [begin, end] = [Math.max(from - first, 0), Math.min(until - first, whole + tail)];
    if (begin >= end) continue;
    if (begin < whole) yield* wholeChunks(source, share, begin, Math.min(end, whole), first - from);
    const last = stretch.tail?.parts[stretch.layout.parts.indexOf(part)];
    if (end > whole && stretch.tail && last) {
      const within = { begin: Math.max(begin, whole) - whole, end: end - whole };
      yield* oneChunk(source, { start: stretch.tail.start, part: last, stretch, ...within }, first + whole - from);
    }
  }
}

async function* wholeChunks(
  source: ByteSource,
  { stretch, part }: Share,
  begin: number,
  end: number,
  shift: number,
): AsyncGenerator<Run> {
  const { chunkBytes } = stretch.layout;
  const lastChunk = Math.ceil(end / part.count);
  let chunk = Math.floor(begin / part.count);
  while (chunk < lastChunk) {
    const segment = segmentOf(stretch, chunk);
    const start = (stretch.starts[segment] ?? 0) + (chunk - (stretch.chunks[segment] ?? 0)) * chunkBytes;
    const inSegment = Math.min(lastChunk, stretch.chunks[segment + 1] ?? 0) - chunk;
    const isSmall = chunkBytes <= READ_BYTES && shareBytes(part) < SMALL_SHARE;
    const chunks = isSmall ? Math.min(inSegment, Math.max(1, Math.floor(READ_BYTES / chunkBytes))) : 1;
    if (isSmall && chunks > 1) {
      const bytes = await readWhole(source, start, chunks * chunkBytes);
      const pieces = Array.from({ length: chunks }, (_, n) => {
        const own = (chunk + n) * part.count;
        const [one, after] = [Math.max(begin, own), Math.min(end, own + part.count)];
        return part.pieces.map((piece) => ({
          piece,
          at: n * chunkBytes + piece.offset + (one - own) * piece.stride,
          count: after - one,
          to: one + shift,
        }));
      });
      const { isBigEndian } = stretch.layout;
      yield { bytes, to: Math.max(begin, chunk * part.count) + shift, part, isBigEndian, pieces: pieces.flat() };
    } else {
      const own = chunk * part.count;
      const within = { begin: Math.max(begin, own) - own, end: Math.min(end, own + part.count) - own };
      yield* oneChunk(source, { start, part, stretch, ...within }, own + shift);
    }
    chunk += chunks;
  }
}

interface ChunkPart {
  start: number;
  part: Part;
  stretch: Stretch;
  begin: number;
  end: number;
}

/** Values of one chunk, as many at once as a read takes. */
async function* oneChunk(
  source: ByteSource,
  { start, part, stretch, begin, end }: ChunkPart,
  shift: number,
): AsyncGenerator<Run> {
  const { isBigEndian } = stretch.layout;
  const widest = Math.max(1, ...part.pieces.map(({ stride }) => stride));
  const most = Math.max(1, Math.floor(READ_BYTES / widest));
  for (let at = begin; at < end; at += most) {
    const count = Math.min(most, end - at);
    // A piece lies within a row: its own bytes are read, from its first value to its last.
    const runs = await Promise.all(
      part.pieces.map(async (piece) => {
        const length = (count - 1) * piece.stride + (sizeOf(piece.type) ?? piece.stride);
        return { piece, bytes: await readWhole(source, start + piece.offset + at * piece.stride, length) };
      }),
    );
    const [only] = runs;
    const to = at + shift;
    if (runs.length === 1 && only) {
      yield { bytes: only.bytes, to, part, isBigEndian, pieces: [{ piece: only.piece, at: 0, count, to }] };
    } else {
      const bytes = new Uint8Array(runs.reduce((sum, run) => sum + run.bytes.length, 0));
      let place = 0;
      const pieces = runs.map(({ piece, bytes: own }) => {
        bytes.set(own, place);
        place += own.length;
        return { piece, at: place - own.length, count, to };
      });
      yield { bytes, to, part, isBigEndian, pieces };
    }
  }
}

const shareBytes = ({ pieces, count }: Part) => Math.max(0, ...pieces.map(({ stride }) => stride * count));

async function readWhole(source: ByteSource, position: number, length: number): Promise<Uint8Array> {
  const bytes = await source.read(position, length);
  if (bytes.length < length) throw new TdmsError('The file has become shorter while it was read.');
  return bytes;
}

/** The segment of a stretch that holds a chunk. */
function segmentOf({ chunks }: Stretch, chunk: number): number {
  let [low, high] = [0, chunks.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((chunks[middle] ?? 0) <= chunk) low = middle;
    else high = middle - 1;
  }
  return low;
}
