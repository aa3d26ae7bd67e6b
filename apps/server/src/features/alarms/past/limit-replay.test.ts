import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LimitRule, LimitTrial } from '@telltale/domain/alarms/limit-trial.ts';
import { type Historian, openEmbeddedHistorian, PointBatch, seriesKey } from '@telltale/historian';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClock } from '#testing/test-clock.ts';
import { LimitReplay } from './limit-replay.ts';
import { RecentColumns } from './recent-columns.ts';

const T0 = Date.parse('2026-03-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const key = seriesKey(1, 1);
const toMs = T0 + 48 * HOUR_MS;

let folder: string;
let historian: Historian;
let recent: RecentColumns;
const points: [number, number, number][] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-limit-'));
  historian = await openEmbeddedHistorian({ folder: join(folder, 'history') });
  recent = new RecentColumns(new TestClock());
  const batch = new PointBatch();
  let value = 50;
  let state = 3;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  for (let timeMs = T0 - HOUR_MS; timeMs <= toMs; timeMs += 20_000) {
    value += 4 * (random() - 0.5) + (50 - value) * 0.01;
    const odd = random();
    const quality = odd < 0.02 ? 0 : odd < 0.03 ? 64 : 192;
    const shown = odd > 0.995 ? Number.NaN : odd < 0.03 ? 500 : Math.round(value * 10) / 10;
    points.push([timeMs, shown, quality]);
    batch.add(key, timeMs, shown, quality);
  }
  await historian.append(batch);
});
afterAll(async () => {
  recent.close();
  await historian.close();
  await rm(folder, { recursive: true, force: true });
});

/** Every good value, one after the other. */
function plainly(rule: LimitRule) {
  const flanks: object[] = [];
  const trial = new LimitTrial(rule, (flank) => flanks.push(flank));
  const good = points.filter(([, , quality]) => quality >= 192);
  const start = good.findLast(([timeMs]) => timeMs <= T0);
  if (start) trial.look(T0, start[1]);
  for (const [timeMs, value] of good) if (timeMs > T0) trial.look(timeMs, value);
  trial.finish(toMs);
  return flanks;
}

it.each<[string, Partial<LimitRule>]>([
  ['often', {}],
  ['seldom', { limit: 57 }],
  ['never', { limit: 400 }],
  ['always', { limit: -400 }],
  ['below', { operator: '<=', limit: 45 }],
  ['with a deadband', { limit: 55, deadband: 3 }],
  ['with delays', { limit: 52, onDelayMs: 60_000, offDelayMs: 300_000 }],
  ['with all', { operator: '<', limit: 48, deadband: 1.5, onDelayMs: 45_000, offDelayMs: 10_000 }],
])(
  'a limit is exceeded %s as if every value were looked at, whether or not it is asked for again',
  async (_name, more) => {
    const rule: LimitRule = { operator: '>', limit: 50, deadband: 0, onDelayMs: 0, offDelayMs: 0, ...more };
    const expected = plainly(rule);
    for (let time = 0; time < 3; time++) {
      const flanks: object[] = [];
      const replay = new LimitReplay(historian, time === 0 ? new RecentColumns(new TestClock()) : recent);
      await replay.run({ key, rule, fromMs: T0, toMs }, (flank) => flanks.push(flank), AbortSignal.timeout(60_000));
      expect(flanks).toEqual(expected);
    }
  },
);

it('reads only hours that may change something', async () => {
  let read = 0;
  const replay = new LimitReplay(historian, new RecentColumns(new TestClock()));
  const rule: LimitRule = { operator: '>', limit: 400, deadband: 0, onDelayMs: 0, offDelayMs: 0 };
  const key2 = seriesKey(1, 2);
  const batch = new PointBatch();
  for (let i = 0; i < 5_000; i++) batch.add(key2, T0 + i * 20_000, i === 2_000 ? 401 : 50, 192);
  await historian.append(batch);
  const flanks: unknown[] = [];
  const span = { key: key2, rule, fromMs: T0, toMs: T0 + 5_000 * 20_000 };
  await replay.run(
    span,
    (flank) => flanks.push(flank),
    AbortSignal.timeout(60_000),
    (count) => {
      read += count;
    },
  );
  expect(flanks).toHaveLength(2);
  expect(read).toBeLessThan(400);
});

it('stops when nobody waits for it any more', async () => {
  const replay = new LimitReplay(historian, new RecentColumns(new TestClock()));
  const rule: LimitRule = { operator: '>', limit: 50, deadband: 0, onDelayMs: 0, offDelayMs: 0 };
  const run = replay.run({ key, rule, fromMs: T0, toMs }, () => undefined, AbortSignal.abort(new Error('gone')));
  await expect(run).rejects.toThrow();
});
