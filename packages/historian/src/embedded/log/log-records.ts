import { PointBatch, type PointValue, type SeriesKey } from '../../port.ts';
import { type ByteReader, type ByteWriter, DamagedDataError } from '../codec/bytes.ts';
import { readTagged, readValue, writeTaggedAll, writeValue } from '../codec/tagged-value.ts';
import { readPointsOfFormat1 } from './points-of-format-1.ts';

/** History was edited, deleted or dropped. */
export type RangeOperation =
  | { kind: 'edit'; key: SeriesKey; fromMs: number; toMs: number; value: PointValue }
  | { kind: 'delete'; key: SeriesKey; fromMs: number; toMs: number }
  | { kind: 'drop'; beforeMs: number; only: readonly SeriesKey[] | null };

/** What the log can say: points were written, or an operation. Order is the truth. */
export type LogRecord = { kind: 'points'; batch: PointBatch } | RangeOperation;

const POINTS_OF_FORMAT_1 = 1;
const EDIT = 2;
const DELETE = 3;
const DROP = 4;
const POINTS = 5;

// A run begins with a byte that says what it has in common with the run before it.
const SAME_LENGTH = 1;
const SAME_STEP = 2;
const SAME_TIME = 4;
const SAME_QUALITY = 8;
/** It begins as far behind the beginning of the run before it as that one did behind its own. */
const SAME_STRIDE = 16;

/** What the next run is compared with. */
interface Run {
  key: number;
  stride: number;
  length: number;
  step: number;
  timeMs: number;
  quality: number;
}

const firstRun = (): Run => ({ key: 0, stride: 0, length: 1, step: 0, timeMs: 0, quality: 192 });

function readRun(input: ByteReader, before: Run): Run {
  const same = input.u8();
  const length = same & SAME_LENGTH ? before.length : input.varint();
  const step = same & SAME_STEP ? before.step : input.signedVarint();
  const timeMs = same & SAME_TIME ? before.timeMs : before.timeMs + input.signedVarint();
  const quality = same & SAME_QUALITY ? before.quality : input.u8();
  const stride = same & SAME_STRIDE ? before.stride : input.signedVarint();
  return { key: before.key + stride, stride, length, step, timeMs, quality };
}

/**
 * Writes points as runs (same time and quality, keys at a constant step), then one byte of tags for two values at a
 * time and the values: some three bytes for a value of a message that carries ten.
 */
export function writePointsRecord(out: ByteWriter, batch: PointBatch): void {
  out.u8(POINTS);
  out.varint(batch.length);
  writeRuns(out, batch);
  writeTaggedAll(out, batch);
}

/** All in local numbers: an object for each run would be the most garbage that an append leaves. */
function writeRuns(out: ByteWriter, { keys, timesMs, qualities, length: count }: PointBatch): void {
  const before = firstRun();
  let { key: lastKey, stride: lastStride, length: lastLength, step: lastStep } = before;
  let { timeMs: lastTimeMs, quality: lastQuality } = before;
  for (let from = 0; from < count; ) {
    const timeMs = timesMs[from] as number;
    const key = keys[from] as number;
    const quality = qualities[from] as number;
    let to = from + 1;
    const step = to < count && timesMs[to] === timeMs ? (keys[to] as number) - key : lastStep;
    let nextKey = key + step;
    while (to < count && timesMs[to] === timeMs && keys[to] === nextKey && qualities[to] === quality) {
      nextKey += step;
      to++;
    }
    const stride = key - lastKey;
    const length = to - from;
    const flagsAt = out.length;
    out.u8(0);
    let same = 0;
    if (length === lastLength) same |= SAME_LENGTH;
    else out.varint(length);
    if (step === lastStep) same |= SAME_STEP;
    else out.signedVarint(step);
    if (timeMs === lastTimeMs) same |= SAME_TIME;
    else out.signedVarint(timeMs - lastTimeMs);
    if (quality === lastQuality) same |= SAME_QUALITY;
    else out.u8(quality);
    if (stride === lastStride) same |= SAME_STRIDE;
    else out.signedVarint(stride);
    out.orU8(flagsAt, same);
    lastKey = key;
    lastStride = stride;
    lastLength = length;
    lastStep = step;
    lastTimeMs = timeMs;
    lastQuality = quality;
    from = to;
  }
}

function readPointsRecord(input: ByteReader): PointBatch {
  const count = input.varint();
  // Each value takes a byte at the least.
  if (count > input.remaining) throw new DamagedDataError('a record claims more points than it can hold');
  const batch = new PointBatch(count);
  let run = firstRun();
  for (let filled = 0; filled < count; ) {
    run = readRun(input, run);
    const { key, length, step, timeMs, quality } = run;
    if (length === 0 || filled + length > count) throw new DamagedDataError('a run of points has a wrong length');
    for (let i = 0; i < length; i++) {
      batch.keys[filled] = key + i * step;
      batch.timesMs[filled] = timeMs;
      batch.qualities[filled++] = quality;
    }
  }
  for (let i = 0, tags = 0; i < count; i++) {
    tags = (i & 1) === 0 ? input.u8() : tags >>> 4;
    const value = readTagged(input, tags & 15);
    batch.add(batch.keys[i] as number, batch.timesMs[i] as number, value, batch.qualities[i] as number);
  }
  return batch;
}

/** Fills two bytes or more with records of no points. */
export function fillWithEmptyRecords(bytes: Uint8Array): void {
  // A count of 0 in one byte, or in two where the number of bytes is odd.
  for (let at = 0; at < bytes.length; at += 2) {
    const isOdd = (bytes.length - at) % 2 === 1;
    bytes.set(isOdd ? [POINTS, 0x80, 0] : [POINTS, 0], at);
    if (isOdd) at++;
  }
}

/** Writes one record of any kind. */
export function writeRecord(out: ByteWriter, record: LogRecord): void {
  if (record.kind === 'points') {
    writePointsRecord(out, record.batch);
  } else if (record.kind === 'drop') {
    out.u8(DROP);
    out.signedVarint(record.beforeMs);
    out.varint(record.only === null ? 0 : record.only.length + 1);
    for (const key of record.only ?? []) out.signedVarint(key);
  } else {
    out.u8(record.kind === 'edit' ? EDIT : DELETE);
    out.signedVarint(record.key);
    out.signedVarint(record.fromMs);
    out.signedVarint(record.toMs);
    if (record.kind === 'edit') writeValue(out, record.value);
  }
}

/** Reads the next record; throws DamagedDataError when the bytes are none. */
export function readRecord(input: ByteReader): LogRecord {
  const kind = input.u8();
  if (kind === POINTS) return { kind: 'points', batch: readPointsRecord(input) };
  if (kind === POINTS_OF_FORMAT_1) return { kind: 'points', batch: readPointsOfFormat1(input) };
  if (kind === DROP) {
    const beforeMs = input.signedVarint();
    const size = input.varint();
    if (size === 0) return { kind: 'drop', beforeMs, only: null };
    return { kind: 'drop', beforeMs, only: Array.from({ length: size - 1 }, () => input.signedVarint()) };
  }
  if (kind !== EDIT && kind !== DELETE) throw new DamagedDataError(`unknown kind of record ${kind}`);
  const range = { key: input.signedVarint(), fromMs: input.signedVarint(), toMs: input.signedVarint() };
  if (kind === DELETE) return { kind: 'delete', ...range };
  return { kind: 'edit', ...range, value: readValue(input) };
}
