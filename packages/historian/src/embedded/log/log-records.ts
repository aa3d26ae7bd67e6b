import type { PointValue, SeriesKey } from '../../port.ts';
import { type ByteReader, type ByteWriter, DamagedDataError } from '../bytes.ts';
import { readTagged, readValue, writeTagged, writeValue } from '../codec/tagged-value.ts';

/** What the log can say: points were written, or history was edited, deleted or dropped. Order is the truth. */
export type LogRecord =
  | { kind: 'points'; keys: number[]; timesMs: number[]; values: PointValue[]; qualities: number[] }
  | { kind: 'edit'; key: SeriesKey; fromMs: number; toMs: number; value: PointValue }
  | { kind: 'delete'; key: SeriesKey; fromMs: number; toMs: number }
  | { kind: 'drop'; beforeMs: number; only: readonly SeriesKey[] | null };

type PointsOf = Pick<Extract<LogRecord, { kind: 'points' }>, 'keys' | 'timesMs' | 'values' | 'qualities'>;

const POINTS = 1;
const EDIT = 2;
const DELETE = 3;
const DROP = 4;

/**
 * Writes points as runs (same time, keys at a constant step), then one tag for two values at a time and the values:
 * about 3.5 bytes for a value of a message that carries ten.
 */
export function writePointsRecord(out: ByteWriter, points: PointsOf): void {
  const { keys, timesMs, values, qualities } = points;
  const count = keys.length;
  out.u8(POINTS);
  out.varint(count);
  let key = 0;
  let time = 0;
  let from = 0;
  while (from < count) {
    const runTime = timesMs[from] as number;
    const runKey = keys[from] as number;
    const quality = qualities[from] as number;
    let to = from + 1;
    const step = to < count ? (keys[to] as number) - runKey : 0;
    let nextKey = runKey + step;
    while (to < count && timesMs[to] === runTime && keys[to] === nextKey && qualities[to] === quality) {
      nextKey += step;
      to++;
    }
    out.varint(to - from);
    out.signedVarint(runKey - key);
    if (to - from > 1) out.signedVarint(step);
    out.signedVarint(runTime - time);
    out.u8(quality);
    key = keys[to - 1] as number;
    time = runTime;
    from = to;
  }
  let tagsAt = 0;
  for (let i = 0; i < count; i++) {
    const isFirstOfPair = (i & 1) === 0;
    if (isFirstOfPair) {
      tagsAt = out.length;
      out.u8(0);
    }
    const tag = writeTagged(out, values[i] as PointValue);
    out.orU8(tagsAt, isFirstOfPair ? tag : tag << 4);
  }
}

function readPointsRecord(input: ByteReader): LogRecord {
  const count = input.varint();
  if (count > input.remaining * 1_000_000) throw new DamagedDataError('a record claims more points than it can hold');
  const keys: number[] = [];
  const timesMs: number[] = [];
  const qualities: number[] = [];
  let key = 0;
  let time = 0;
  while (keys.length < count) {
    const length = input.varint();
    if (length === 0 || keys.length + length > count) throw new DamagedDataError('a run of points has a wrong length');
    key += input.signedVarint();
    const step = length > 1 ? input.signedVarint() : 0;
    time += input.signedVarint();
    const quality = input.u8();
    for (let i = 0; i < length; i++) {
      keys.push(key + i * step);
      timesMs.push(time);
      qualities.push(quality);
    }
    key += (length - 1) * step;
  }
  const values: PointValue[] = [];
  for (let i = 0, tags = 0; i < count; i++) {
    tags = (i & 1) === 0 ? input.u8() : tags >>> 4;
    values.push(readTagged(input, tags & 15));
  }
  return { kind: 'points', keys, timesMs, values, qualities };
}

/** Writes one record of any kind. */
export function writeRecord(out: ByteWriter, record: LogRecord): void {
  if (record.kind === 'points') {
    writePointsRecord(out, record);
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
  if (kind === POINTS) return readPointsRecord(input);
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
