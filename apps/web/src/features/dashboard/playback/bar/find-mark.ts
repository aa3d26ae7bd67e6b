import type { EpochMs } from '@telltale/contract';
import type { LoadedMarks, PlaybackMark } from './playback-marks.ts';
import { neighbourMark, type PlaybackSpan } from './playback-span.ts';

/** What happened in a stretch. Throws ApiError. */
export type LoadMarks = (span: PlaybackSpan) => Promise<LoadedMarks>;

const HOUR_MS = 3_600_000;
/** Each stretch that is looked through is so much longer than the one before. */
const GROWTH = 6;
/** Nothing was measured before this. */
const BEGINNING_MS = 0;

/**
 * The alarm or event before or after a moment, however far away it is: stretches that grow are looked through until one
 * holds something. Undefined: there is none.
 */
export async function findMark(
  load: LoadMarks,
  atMs: EpochMs,
  side: 'before' | 'after',
  nowMs: EpochMs,
): Promise<PlaybackMark | undefined> {
  let lengthMs = HOUR_MS;
  let edgeMs = atMs;
  while (side === 'before' ? edgeMs > BEGINNING_MS : edgeMs < nowMs) {
    const span =
      side === 'before'
        ? { startMs: Math.max(BEGINNING_MS, edgeMs - lengthMs), endMs: edgeMs }
        : { startMs: edgeMs, endMs: Math.min(nowMs, edgeMs + lengthMs) };
    const { marks, knownFromMs } = await load(span);
    const known = marks.filter(({ timeMs }) => timeMs >= knownFromMs);
    const found = neighbourMark(known, atMs, side);
    // More than an answer holds within one millisecond: that moment is where to go, whichever of them.
    const isWhole = knownFromMs <= span.startMs || span.endMs - span.startMs <= 1;
    if (found !== undefined && (isWhole || side === 'before')) return found;
    if (isWhole) {
      edgeMs = side === 'before' ? span.startMs : span.endMs;
      lengthMs *= GROWTH;
    } else if (side === 'before') {
      edgeMs = Math.min(knownFromMs, edgeMs - 1);
    } else {
      // The oldest of a crowded stretch were left out, and they are the nearest: a shorter one.
      lengthMs = Math.max(1, Math.floor((knownFromMs - span.startMs) / 2));
    }
  }
  return undefined;
}
