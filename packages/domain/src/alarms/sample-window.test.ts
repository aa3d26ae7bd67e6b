import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SampleWindow } from './sample-window.ts';

const START_MS = Date.UTC(2026, 0, 5);
const NAMES = ['avg', 'min', 'max', 'integral', 'stddev', 'slope', 'delta', 'rate'] as const;

const course = fc.record({
  seconds: fc.constantFrom(3, 7, 60, 300),
  /** Between two samples, as a share of the window; and how late they come. */
  steps: fc.array(fc.tuple(fc.double({ min: 0.001, max: 0.4, noNaN: true }), fc.integer({ min: -50, max: 900 })), {
    minLength: 20,
    maxLength: 150,
  }),
  late: fc.constantFrom(0, 0, 0.3, 1.2),
  beginsAt: fc.double({ min: 0.3, max: 0.9, noNaN: true }),
});

it('a window answers to the last bit the same whenever it began to be filled, however late samples come', () => {
  fc.assert(
    fc.property(course, ({ seconds, steps, late, beginsAt }) => {
      const spanMs = seconds * 1_000;
      let timeMs = START_MS;
      const samples = steps.map(([step, value]) => {
        timeMs += Math.max(1, Math.round(step * spanMs));
        return { timeMs, value: value / 10 };
      });
      const always = new SampleWindow(spanMs, true);
      const later = new SampleWindow(spanMs, true);
      const fromMs = samples[Math.floor(beginsAt * samples.length)]?.timeMs ?? 0;
      const fillMs = fromMs - spanMs - SampleWindow.marginMs(spanMs);
      const held = samples.findLast((sample) => sample.timeMs <= fillMs);
      if (held) later.push(held.timeMs, held.value);
      let nowMs = 0;
      for (const sample of samples) {
        always.push(sample.timeMs, sample.value);
        if (sample.timeMs > fillMs) later.push(sample.timeMs, sample.value);
        nowMs = Math.max(nowMs, sample.timeMs + Math.round(late * spanMs * Math.abs(sample.value)) / 100);
        for (const length of [seconds, seconds / 3]) {
          for (const name of NAMES) {
            const expected = always.answer(name, nowMs, length);
            if (sample.timeMs >= fromMs) expect([name, later.answer(name, nowMs, length)]).toEqual([name, expected]);
          }
        }
      }
    }),
    { numRuns: 60 },
  );
});

it('sums up what lies between two cuts as what lies before and behind one', () => {
  const window = new SampleWindow(60_000, true);
  for (let second = 0; second <= 200; second++) {
    const nowMs = START_MS + second * 1_000;
    window.push(nowMs, second % 2 === 0 ? second : -second);
    if (second < 60) continue;
    const held = Array.from({ length: 60 }, (_, n) => second - 60 + n).map((n) => (n % 2 === 0 ? n : -n));
    const now = second % 2 === 0 ? second : -second;
    const sum = held.reduce((all, value) => all + value, 0);
    expect(window.answer('integral', nowMs, 60)).toBeCloseTo(sum, 6);
    expect(window.answer('avg', nowMs, 60)).toBeCloseTo(sum / 60, 6);
    expect(window.answer('max', nowMs, 60)).toBe(Math.max(now, ...held));
    expect(window.answer('min', nowMs, 60)).toBe(Math.min(now, ...held));
    const mean = sum / 60;
    const variance = held.reduce((all, value) => all + (value - mean) ** 2, 0) / 60;
    expect(window.answer('stddev', nowMs, 60)).toBeCloseTo(Math.sqrt(variance), 6);
  }
});

const pause = fc.record({
  seconds: fc.constantFrom(60, 600),
  /** As shares of the window. */
  step: fc.double({ min: 0.004, max: 0.05, noNaN: true }),
  gap: fc.double({ min: 0.2, max: 1.1, noNaN: true }),
  begins: fc.double({ min: 0, max: 1, noNaN: true }),
  before: fc.array(fc.integer({ min: -50, max: 900 }), { minLength: 10, maxLength: 150 }),
  behind: fc.array(fc.integer({ min: -50, max: 900 }), { minLength: 10, maxLength: 150 }),
});

it('a window that is asked in a pause, and only long after it, answers to the last bit as one that is asked all the time', () => {
  fc.assert(
    fc.property(pause, ({ seconds, step, gap, begins, before, behind }) => {
      const spanMs = seconds * 1_000;
      const [always, seldom] = [new SampleWindow(spanMs, true), new SampleWindow(spanMs, true)];
      let timeMs = START_MS + Math.round(begins * spanMs);
      const answers = (window: SampleWindow) => NAMES.map((name) => window.answer(name, timeMs, seconds));
      for (const value of before) {
        timeMs += Math.ceil(step * spanMs);
        for (const window of [always, seldom]) window.push(timeMs, value);
        expect(answers(seldom)).toEqual(answers(always));
      }
      timeMs += Math.ceil(gap * spanMs);
      expect(answers(seldom)).toEqual(answers(always));
      for (const value of behind) {
        timeMs += Math.ceil(step * spanMs);
        for (const window of [always, seldom]) window.push(timeMs, value);
        answers(always);
      }
      expect(answers(seldom)).toEqual(answers(always));
    }),
    { numRuns: 300 },
  );
});
