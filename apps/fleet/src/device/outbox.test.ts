import { expect, test } from 'vitest';
import { Outbox } from './outbox.ts';
import type { Sample } from './sample.ts';

const start = Date.UTC(2026, 10, 20);
const at = (second: number): Sample => ({ serialNumber: 'A', timeMs: start + second * 1000, text: `${second}` });
const seconds = (samples: readonly Sample[]) => samples.map((sample) => (sample.timeMs - start) / 1000);

test('gives samples in order, each once, and again after a lost connection', () => {
  const outbox = new Outbox();
  for (let i = 0; i < 5; i++) outbox.add(at(i));
  expect(seconds(outbox.take(2))).toEqual([0, 1]);
  expect(seconds(outbox.take(2))).toEqual([2, 3]);
  outbox.drop(2);
  outbox.rewind();
  expect(seconds(outbox.take(10))).toEqual([2, 3, 4]);
  expect(outbox.take(10)).toEqual([]);
  outbox.drop(3);
  expect(outbox.length).toBe(0);
});

test('keeps ten minutes at full detail, thins what is older to every ten seconds, and forgets after a day', () => {
  const outbox = new Outbox();
  const day = 86_400;
  const total = day + 7_200;
  for (let i = 0; i < total; i++) outbox.add(at(i));
  const kept = seconds(outbox.take(1_000_000));
  expect(kept.at(-1)).toBe(total - 1);
  expect(kept[0]).toBeGreaterThanOrEqual(total - day - 100);
  expect(kept[0]).toBeLessThanOrEqual(total - day + 10);
  expect(kept.length).toBeLessThan(day / 10 + 800);
  expect(kept.slice(-590)).toEqual(Array.from({ length: 590 }, (_, i) => total - 590 + i));
  const old = kept.filter((second) => second < total - 700);
  expect(old.every((second) => second % 10 === 0)).toBe(true);
  expect(kept).toEqual([...kept].sort((a, b) => a - b));
  expect(outbox.lost).toBeGreaterThan(0);
});

test('does not thin what is on its way', () => {
  const outbox = new Outbox({ keepMs: 10_000, thinAfterMs: 2_000, thinToMs: 10_000 });
  for (let i = 1; i <= 5; i++) outbox.add(at(i));
  expect(seconds(outbox.take(5))).toEqual([1, 2, 3, 4, 5]);
  for (let i = 6; i <= 200; i++) outbox.add(at(i));
  outbox.drop(5);
  expect(seconds(outbox.take(1))).toEqual([6]);
});
