import {
  type AssetId,
  type alarmDefinitions,
  type DataItemId,
  type definitions,
  QUALITY_GOOD,
} from '@telltale/contract';
import { seriesKey } from '@telltale/historian';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { IncomingPoint } from '#ingest/incoming.ts';
import { alarmChanges, backtestedChanges } from '#testing/alarm-changes.ts';
import { ON_NODES } from '#testing/every-portal.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { RecalculationRepository } from './recalculation-repository.ts';

/** Spans are of 3, 5 and 7 seconds, so that what is sent again that many seconds later is cut at the same places. */
const AGAIN_MS = 10 * 3 * 5 * 7 * 1_000;
/** Each by its place: `_c0` is the first. */
const EXPRESSIONS = [
  '_a + _b',
  '_a / _b',
  '_c0 * 2 + _a',
  'avg(_a, 7)',
  'max(_b, 5) - min(_b, 5)',
  'rate(_a, 3)',
  'if(held(_a > 1, 4), 1, 0)',
  'count(_a > 4, 7) + 100 * count(avg(_a, 3) > 2, 5)',
  'duration(_a > 2 or _s = "on", 7)',
  'previous(_a) - _a',
  'stddev(_a, 5) + slope(_b, 7)',
  'integral(_c4, 5)',
  '_s + "!"',
  '_a > _b and _s = "on"',
  'age(_b)',
  'count(_c6 = 1, 5) + delta(_c0, 3)',
];
const ALARM = '_c0 > _a + 2 and _c3 >= 0';

interface Message {
  /** Seconds since the one before. */
  gap: number;
  points: { label: 'a' | 'b' | 's'; value: number; quality: number }[];
}

const message: fc.Arbitrary<Message> = fc.record({
  gap: fc.integer({ min: 1, max: 6 }),
  points: fc.array(
    fc.record({
      label: fc.constantFrom('a', 'b', 's'),
      value: fc.integer({ min: -3, max: 9 }),
      quality: fc.constantFrom(192, 192, 192, 192, 64, 0),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

let portal: Portal;
let clock: TestClock;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  clock = new TestClock();
  clock.stopAt(nowMs);
  portal = await startPortal({ clock });
});
afterAll(() => portal.close());

const sentValue = (label: string, value: number) => (label === 's' ? (value > 3 ? 'on' : 'off') : value);

async function aCalculatedDefinition(assetDefinitionId: number) {
  const admin = await portal.as('admin');
  const path = `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
  const plain = ['a', 'b', 's'].map((label) => ({ label }));
  // In an order in which none stands behind what it is calculated from.
  const calculated = EXPRESSIONS.map((expression, i) => ({ label: `c${i}`, calculation: { expression } })).toReversed();
  const { status, body, text } = await admin.post<definitions.DataItemDefinition[]>(path, [...plain, ...calculated]);
  expect([status, text]).toEqual([200, expect.anything()]);
  return new Map(body.map(({ label, dataItemId }) => [label, dataItemId as DataItemId]));
}

type Series = (readonly [timeMs: number, value: number | string, quality: number])[];

async function stored(assetId: AssetId, dataItemId: DataItemId, shiftMs = 0): Promise<Series> {
  const points = await portal.context.historian.readSeries(seriesKey(assetId, dataItemId), 0, 1e13);
  return Array.from(points.timesMs, (timeMs, i) => {
    const value = points.values[i] as number | string;
    return [timeMs - shiftMs, typeof value === 'number' ? rounded(value) : value, points.qualities[i] as number];
  });
}

/** Sums that were added up in another order differ in the last digits. */
const rounded = (value: number) => Number(value.toFixed(7)) + 0;

async function recalculate(assetDefinitionId: number, dataItemIds: Iterable<number>, fromMs: number, toMs: number) {
  const admin = await portal.as('admin');
  for (const dataItemId of dataItemIds) {
    const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
    const reply = await admin.post('/api/ef/recalculations', { assetDefinitionId, dataItemId, ...range });
    expect([reply.status, reply.text]).toEqual([200, expect.anything()]);
    await recalculated();
  }
}

/** Of two nodes one makes what was asked for at any. */
async function recalculated(): Promise<void> {
  const jobs = new RecalculationRepository(portal.context.db);
  await vi.waitUntil(
    async () => {
      for (const { recalculationQueue } of portal.contexts) {
        await recalculationQueue.takeUp();
        await recalculationQueue.idle();
      }
      return (await jobs.listOpen()).length === 0;
    },
    { timeout: 30_000, interval: 10 },
  );
}

/** An asset goes to another node, and comes back: in one process as if it did. */
async function goToAnother(assetId: AssetId): Promise<void> {
  const { calculationEngine, historian } = portal.context;
  await (ON_NODES ? portal.restartOwnerOf(assetId) : calculationEngine.takeOver([assetId], historian));
}

it('a value is calculated the same live, over a restart and changes of hands, sent again and for a range of the past', async () => {
  const scenario = fc.record({
    messages: fc.array(message, { minLength: 3, maxLength: 14 }),
    restartAfter: fc.integer({ min: 0, max: 13 }),
    rangeFrom: fc.integer({ min: 0, max: 13 }),
    changesHandsAfter: fc.uniqueArray(fc.integer({ min: 0, max: 13 }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ messages, restartAfter, rangeFrom, changesHandsAfter }) => {
      nowMs += 60_000;
      clock.stopAt(nowMs);
      const asset = await portal.anAsset();
      const { assetId, assetDefinitionId } = asset;
      const ids = await aCalculatedDefinition(assetDefinitionId);
      const again = await portal.anAsset({ assetDefinitionId });
      const admin = await portal.as('admin');
      const condition = {
        assetDefinitionId,
        name: 'over calculated',
        selfAck: 1,
        alarmExpression: { expression: ALARM },
      };
      const alarms = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', [condition]);
      expect([alarms.status, alarms.text]).toEqual([200, expect.anything()]);
      const alarmDefinitionId = alarms.body[0]?.alarmDefinitionId as never;

      const fromMs = nowMs;
      const times: number[] = [];
      const sent: IncomingPoint[][] = [];
      for (const { gap, points } of messages) {
        nowMs += gap * 1_000;
        times.push(nowMs);
        sent.push(
          points.map(({ label, value, quality }) => ({
            label,
            timeMs: nowMs,
            value: sentValue(label, value),
            quality,
          })),
        );
      }
      for (const [i, points] of sent.entries()) {
        clock.stopAt(times[i] as number);
        await portal.context.pipeline.accept(asset, points);
        if (i === restartAfter) await portal.restart();
        if (changesHandsAfter.includes(i)) {
          await goToAnother(assetId);
          // What was stored and not noted as stored is stored once more.
          await portal.context.pipeline.accept(asset, points);
        }
      }
      const toMs = nowMs;
      const calculated = [...ids].filter(([label]) => label.startsWith('c'));
      const live = new Map<string, Series>();
      for (const [label, dataItemId] of calculated) live.set(label, await stored(assetId, dataItemId));
      const inputs = new Set(['a', 'b', 's']);
      const known = sent.flat().some(({ label, quality }) => inputs.has(label) && quality === QUALITY_GOOD);
      if (known) expect([...live.values()].some((series) => series.length > 0)).toBe(true);

      // All of it, and from a moment within it, which must not change what was calculated live.
      const range = Math.min(rangeFrom, times.length - 1);
      await recalculate(assetDefinitionId, [ids.get('c0') as number], times[range] as number, toMs);
      await recalculate(
        assetDefinitionId,
        calculated.map(([, id]) => id),
        fromMs,
        toMs,
      );
      for (const [label, dataItemId] of calculated) {
        expect(await stored(assetId, dataItemId), `${label}: ${EXPRESSIONS[Number(label.slice(1))]}`).toEqual(
          live.get(label),
        );
      }
      const raised = await alarmChanges(portal, assetId, alarmDefinitionId);
      const backtest = await backtestedChanges(portal, { assetId, fromMs, toMs }, { expression: ALARM });
      expect(raised.filter(({ active, timeMs }) => active || timeMs < toMs)).toEqual(
        backtest.filter(({ active, timeMs }) => active || timeMs < toMs),
      );

      nowMs = fromMs + AGAIN_MS;
      for (const [i, points] of sent.entries()) {
        clock.stopAt((times[i] as number) + AGAIN_MS);
        await portal.context.pipeline.accept(
          again,
          points.map((point) => ({ ...point, timeMs: (times[i] as number) + AGAIN_MS })),
        );
      }
      nowMs = toMs + AGAIN_MS;
      for (const [label, dataItemId] of calculated) {
        expect(await stored(again.assetId, dataItemId, AGAIN_MS), label).toEqual(live.get(label));
      }
    }),
    { numRuns: Number(process.env.TELLTALE_TEST_CALCULATIONS ?? 4), endOnFailure: true },
  );
}, 180_000);
