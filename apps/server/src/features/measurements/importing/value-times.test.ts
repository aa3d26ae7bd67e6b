import { MAX_AHEAD_MS, type measurements } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExtentCount, evenExtent, evenTime, timesOf } from './value-times.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const aChannel = (more: Partial<measurements.Channel>): measurements.Channel => ({
  name: 'a',
  type: 'float64',
  count: 10,
  unit: '',
  waveform: null,
  properties: [],
  whyUnread: null,
  ...more,
});

describe('the times of a channel', () => {
  const start = '2026-11-20T11:00:00.000Z';
  const clock = aChannel({ name: 'clock', type: 'timestamp' });
  const seconds = aChannel({ name: 'seconds' });
  const texts = aChannel({ name: 'texts', type: 'string', whyUnread: 'It holds texts.' });
  const all = [clock, seconds, texts];

  it('are those of its waveform, of another channel, or as they are given', () => {
    const timed = aChannel({ waveform: { start, increment: 0.5 } });
    const even = { kind: 'even', startMs: Date.parse(start) };
    expect(timesOf(timed, { kind: 'waveform' }, all)).toEqual({ ...even, stepMs: 500 });
    expect(timesOf(timed, { kind: 'typed', start, increment: 2 }, all)).toEqual({ ...even, stepMs: 2_000 });
    const by = { kind: 'channel' as const };
    expect(timesOf(timed, { ...by, channel: 'clock' }, all)).toEqual({ ...by, channel: clock, startMs: 0, factor: 1 });
    expect(timesOf(timed, { ...by, channel: 'seconds', start }, all)).toEqual({
      ...by,
      channel: seconds,
      startMs: Date.parse(start),
      factor: 1_000,
    });
  });

  it.each([
    ['a waveform that is none', aChannel({}), { kind: 'waveform' }, 422, /does not say when/],
    ['no clock', aChannel({ waveform: { start: null, increment: 1 } }), { kind: 'waveform' }, 422, /no clock was set/],
    ['another channel that is not there', aChannel({}), { kind: 'channel', channel: 'x' }, 400, /no channel x/],
    ['texts', aChannel({}), { kind: 'channel', channel: 'texts' }, 422, /It holds texts/],
    ['numbers since nobody knows when', aChannel({}), { kind: 'channel', channel: 'seconds' }, 400, /give the start/],
  ] as const)('are refused of %s', (_what, channel, times, status, text) => {
    expect(() => timesOf(channel, times, all)).toThrow(
      expect.objectContaining({ status, message: expect.stringMatching(text) }),
    );
  });
});

it('is told of even values what it is of each by itself', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000, max: 5_000 }),
      fc.boolean(),
      fc.oneof(fc.double({ min: 0.01, max: 50, noNaN: true }), fc.integer({ min: 1, max: 2_000 })),
      fc.nat(400),
      (shift, isEarly, stepMs, count) => {
        const startMs = isEarly ? shift : NOW + MAX_AHEAD_MS + shift;
        const byHand = new ExtentCount(NOW);
        for (let n = 0; n < count; n++) byHand.add(evenTime(startMs, stepMs, n));
        expect(evenExtent(startMs, stepMs, count, NOW)).toEqual(byHand.extent());
      },
    ),
    { numRuns: 500 },
  );
});
