import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PointLag, ReadFrames, type ReadStream } from './point-lag.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

let sequence = 0;
const aStream = (): ReadStream & { end: () => void } => {
  const ending = new AbortController();
  return { signal: ending.signal, end: () => ending.abort() };
};
const [one, another] = [aStream(), aStream()];
const read = (timeMs: number, pending = 0, stream: ReadStream = one): ReadFrames => {
  const frames = new ReadFrames();
  frames.add({ sequence: ++sequence, timeMs, pending }, stream);
  return frames;
};

it('is behind once something has waited for five seconds, since it came into the stream', () => {
  const lag = new PointLag();
  const frames = read(1_000);
  frames.add({ sequence: ++sequence, timeMs: 900, pending: 0 }, another);
  expect(lag.look([undefined, frames])).toBeUndefined();
  vi.advanceTimersByTime(4_999);
  expect(lag.look([frames])).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(lag.look([frames])).toBe(900);
  lag.stored(frames);
  expect(lag.look([undefined, new ReadFrames()])).toBeUndefined();
});

it('stays behind until what came meanwhile is stored, too', () => {
  const lag = new PointLag();
  const first = read(1_000, 5_000);
  vi.advanceTimersByTime(60_000);
  lag.stored(first);
  const second = read(2_000, 4_000);
  expect(lag.look([second])).toBe(2_000);
  lag.stored(second);
  expect(lag.look([])).toBe(2_000);
  const last = read(3_000, 20);
  expect(lag.look([last])).toBe(3_000);
  lag.stored(last);
  expect(lag.look([])).toBeUndefined();
});

it('is as late as the stream of which most is unread, until that is stored or read by somebody else', () => {
  const lag = new PointLag();
  const first = read(1_000, 5_000);
  vi.advanceTimersByTime(60_000);
  lag.stored(first);
  // Of another stream everything that came meanwhile is read, and stored.
  const all = read(50_000, 0, another);
  expect(lag.look([all])).toBe(1_000);
  lag.stored(all);
  expect(lag.look([])).toBe(1_000);
  lag.stored(read(20_000, 3_000));
  expect(lag.look([read(55_000, 0, another)])).toBe(20_000);
  one.end();
  lag.stored(read(56_000, 0, another));
  expect(lag.look([])).toBeUndefined();
});
