import type { AlarmDefinitionId, AssetId, alarmDefinitions } from '@telltale/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IncomingPoint } from '#ingest/incoming.ts';
import { type AlarmChange, alarmChanges, backtestedChanges } from '#testing/alarm-changes.ts';
import { ON_NODES } from '#testing/every-portal.ts';
import { passSeconds } from '#testing/pass-seconds.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { type AssetShare, AssetShares } from './engine/asset-shares.ts';
import { CONDITIONS, conditionsFrom, hangsOnTheDay } from './testing/conditions.ts';

/** Spans are of 3, 5 and 7 seconds, so that a replay that many seconds later cuts its windows at the same places. */
const REPLAY_SHIFT_MS = 10 * 3 * 5 * 7 * 1_000;
interface Message {
  /** Seconds since the one before. */
  gap: number;
  isTimed: boolean;
  points: { label: 'a' | 'b' | 's'; offsetMs: number; value: number; quality: number }[];
}

const message: fc.Arbitrary<Message> = fc.record({
  gap: fc.integer({ min: 1, max: 6 }),
  isTimed: fc.boolean(),
  points: fc.array(
    fc.record({
      label: fc.constantFrom('a', 'b', 's'),
      offsetMs: fc.constantFrom(1, 250, 999),
      value: fc.integer({ min: -3, max: 9 }),
      quality: fc.constantFrom(192, 192, 192, 192, 64, 0),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

const one = (gap: number, label: 'a' | 'b', offsetMs: number, value: number): Message => ({
  gap,
  isTimed: true,
  points: [{ label, offsetMs, value, quality: 192 }],
});
/** Alarm 1 is raised before the restart; the deadband that it has since must not count for the seconds before. */
const RAISED_BEFORE_RESTART = {
  messages: [one(2, 'b', 999, 8), one(4, 'a', 250, -1), one(4, 'a', 1, 6), one(1, 'a', 250, 2)],
  restartAfter: 2,
  changesHandsAfter: [1, 3],
};
/** The newest value of b is bad; the good ones before it ended an alarm that values before them had raised. */
const BAD_AFTER_GOOD = {
  messages: [
    { ...one(2, 'a', 1, 0), points: [...one(2, 'a', 1, 0).points, ...one(2, 'b', 1, 9).points] },
    one(3, 'b', 1, -2),
    {
      ...one(1, 'b', 250, -1),
      points: [...one(1, 'b', 250, -1).points, { label: 'b', offsetMs: 999, value: 7, quality: 0 }],
    },
    one(4, 'a', 1, -2),
  ] satisfies Message[],
  restartAfter: 2,
  changesHandsAfter: [2, 3],
};

/** All of them, of a portal of one process that may let go of them. */
const ALL: AssetShare = { has: () => true };
const alarmShares = new AssetShares();
alarmShares.add(ALL);

let portal: Portal;
let clock: TestClock;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  clock = new TestClock();
  clock.stopAt(nowMs);
  portal = await startPortal({ clock, looksEachSecond: false, ...(!ON_NODES && { alarmShares }) });
});
afterAll(() => portal.close());

const sentValue = (label: string, value: number) => (label === 's' ? (value > 3 ? 'on' : 'off') : value);

const all = (timeMs: number, value: number): IncomingPoint[] =>
  ['a', 'b', 's'].map((label) => ({ label, timeMs, value: sentValue(label, value), quality: 192 }));

async function accept(asset: { assetId: AssetId }, points: IncomingPoint[]): Promise<void> {
  await portal.context.pipeline.accept(asset, points);
}

async function anAssetWithLimit(more: Parameters<Portal['anAsset']>[0] = {}) {
  const asset = await portal.anAsset(more);
  const admin = await portal.as('admin');
  const attributes = { limit: '4', timeZone: 'Africa/Abidjan' };
  for (const [attributeName, attributeValue] of Object.entries(attributes)) {
    const reply = await admin.post(`/api/assets/${asset.assetId}/attributes`, { attributeName, attributeValue });
    expect(reply.status).toBe(200);
  }
  for (const { alarmEngine } of portal.contexts) await alarmEngine.caughtUp();
  return asset;
}

/** An asset with alarms of every condition, all of them false. */
async function aWatchedAsset() {
  const asset = await anAssetWithLimit();
  await accept(asset, all(nowMs, 0));
  const { assetDefinitionId } = asset;
  const body = conditionsFrom(nowMs).map(({ expression, ...more }, i) => ({
    assetDefinitionId,
    name: String(i),
    selfAck: 1,
    alarmExpression: { expression, variables: [] },
    ...more,
  }));
  const admin = await portal.as('admin');
  const reply = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
  expect([reply.status, reply.text]).toMatchObject([200, expect.anything()]);
  return { ...asset, alarms: reply.body };
}

const changesOf = (assetId: AssetId, alarmDefinitionId: AlarmDefinitionId) =>
  alarmChanges(portal, assetId, alarmDefinitionId);
const backtested = (assetId: AssetId, fromMs: number, toMs: number, condition: object) =>
  backtestedChanges(portal, { assetId, fromMs, toMs }, condition);

async function look(): Promise<void> {
  for (const { alarmEngine } of portal.contexts) await alarmEngine.look();
}

/** An asset goes to another node, and comes back: in one process as if it did. All that is known of it is what is written and stored. */
async function goToAnother({ assetId }: { assetId: AssetId }): Promise<void> {
  await look();
  await (ON_NODES ? portal.restartOwnerOf(assetId) : changeHands());
}

async function changeHands(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
  const { alarmEngine, alarmService, historian } = portal.context;
  await look();
  await alarmEngine.letGo(ALL);
  await alarmService.settled();
  await meanwhile();
  await alarmEngine.takeOver(ALL, historian, clock.now());
  await alarmEngine.followNow(ALL);
}

it('an alarm is raised and closed at the same times live, over a restart and changes of hands, in a backtest and in a replay', async () => {
  const scenario = fc.record({
    messages: fc.array(message, { minLength: 3, maxLength: 16 }),
    restartAfter: fc.integer({ min: 0, max: 15 }),
    changesHandsAfter: fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ messages, restartAfter, changesHandsAfter }) => {
      nowMs += 60_000;
      clock.stopAt(nowMs);
      const fromMs = nowMs;
      const asset = await aWatchedAsset();
      const replayed = await anAssetWithLimit({ assetDefinitionId: asset.assetDefinitionId });
      for (const [i, { gap, isTimed, points }] of messages.entries()) {
        const secondMs = nowMs + gap * 1_000;
        const offsetMs = isTimed ? Math.max(...points.map((point) => point.offsetMs)) : 500;
        await passSeconds(portal, secondMs + offsetMs);
        const sent = points.map(({ label, offsetMs: ownMs, value, quality }) => ({
          label,
          timeMs: isTimed ? secondMs + ownMs : undefined,
          value: sentValue(label, value),
          quality,
        }));
        await accept(asset, sent);
        nowMs = secondMs;
        if (i === restartAfter) {
          await look();
          await portal.restart();
        }
        if (changesHandsAfter.includes(i)) await goToAnother(asset);
      }
      nowMs += 15_000;
      await passSeconds(portal, nowMs);
      await accept(asset, all(nowMs, 9));
      const toMs = nowMs;

      const live = await Promise.all(
        asset.alarms.map(({ alarmDefinitionId }) => changesOf(asset.assetId, alarmDefinitionId)),
      );
      const before = (changes: AlarmChange[]) => changes.filter(({ active, timeMs }) => active || timeMs < toMs);
      for (const [i, condition] of conditionsFrom(fromMs).entries()) {
        expect(before(live[i] ?? []), condition.expression).toEqual(
          await backtested(asset.assetId, fromMs, toMs, condition),
        );
      }

      nowMs = fromMs + REPLAY_SHIFT_MS;
      for (const points of await recorded(asset.assetId, fromMs, toMs)) {
        clock.stopAt((points[0]?.timeMs ?? 0) + REPLAY_SHIFT_MS);
        await accept(
          replayed,
          points.map((point) => ({ ...point, timeMs: (point.timeMs ?? 0) + REPLAY_SHIFT_MS })),
        );
      }
      nowMs = toMs + REPLAY_SHIFT_MS;
      for (const [i, { alarmDefinitionId }] of asset.alarms.entries()) {
        if (hangsOnTheDay(CONDITIONS[i]?.expression ?? '')) continue;
        const again = await changesOf(replayed.assetId, alarmDefinitionId);
        const shifted = again.map(({ active, timeMs }) => ({ active, timeMs: timeMs - REPLAY_SHIFT_MS }));
        expect(shifted, CONDITIONS[i]?.expression).toEqual(live[i]);
      }
    }),
    { numRuns: 12, endOnFailure: true, examples: [[RAISED_BEFORE_RESTART], [BAD_AFTER_GOOD]] },
  );
}, 400_000);

/** Of two nodes the other one evaluates meanwhile what one does not (cluster/portal/alarms-of-two-nodes.test.ts). */
const inOneProcess = it.skipIf(ON_NODES);
inOneProcess('evaluates nothing of assets that another node has, and takes up what was stored meanwhile', async () => {
  nowMs += 3_600_000;
  clock.stopAt(nowMs);
  const asset = await anAssetWithLimit();
  await accept(asset, all(nowMs, 0));
  const { assetDefinitionId } = asset;
  const body = [{ assetDefinitionId, name: 'High', alarmExpression: { expression: '_a > 5', variables: [] } }];
  const admin = await portal.as('admin');
  const { body: made } = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
  const { alarmDefinitionId } = made[0] as alarmDefinitions.AlarmDefinition;
  const { alarmEngine, alarmNow } = portal.context;
  await changeHands(async () => {
    await accept(asset, [{ label: 'a', timeMs: nowMs + 1, value: 9, quality: 192 }]);
    nowMs += 2_000;
    await passSeconds(portal, nowMs);
    // A change of what it goes by is no reason to evaluate it here.
    await admin.post(`/api/assets/${asset.assetId}/attributes`, { attributeName: 'limit', attributeValue: '5' });
    await alarmEngine.caughtUp();
    expect(alarmNow(asset.assetId, alarmDefinitionId)).toBeUndefined();
    expect(alarmEngine.sinkFor(asset.assetId)).toBeUndefined();
  });
  const raised = nowMs - 2_000 + 1;
  expect(alarmNow(asset.assetId, alarmDefinitionId)).toMatchObject({ active: true, raisedMs: raised, count: 1 });
  await changeHands();
  await accept(asset, [{ label: 'a', timeMs: nowMs, value: 1, quality: 192 }]);
  expect(alarmNow(asset.assetId, alarmDefinitionId)).toMatchObject({ active: false, raisedMs: raised, count: 1 });
});

/** The points of an asset's history, those of one time together. */
async function recorded(assetId: AssetId, fromMs: number, toMs: number): Promise<IncomingPoint[][]> {
  const { registry, historian } = portal.context;
  const points: (IncomingPoint & { timeMs: number })[] = [];
  for (const slot of registry.find(assetId)?.slots() ?? []) {
    const series = await historian.readSeries(slot.key, fromMs, toMs);
    for (const [i, timeMs] of series.timesMs.entries()) {
      const value = series.values[i] as number | string;
      points.push({ label: slot.label, timeMs, value, quality: series.qualities[i] as number });
    }
  }
  return [
    ...Map.groupBy(
      points.toSorted((a, b) => a.timeMs - b.timeMs),
      ({ timeMs }) => timeMs,
    ).values(),
  ];
}

it('a point that comes late raises nothing, and changes nothing of what is raised later', async () => {
  nowMs += 3_600_000;
  clock.stopAt(nowMs);
  const punctual = await aWatchedAsset();
  const asset = await anAssetWithLimit({ assetDefinitionId: punctual.assetDefinitionId });
  await accept(asset, all(nowMs, 0));
  for (const value of [0, 3, 9, 9, -3, 9, 0]) {
    nowMs += 3_000;
    await passSeconds(portal, nowMs);
    await accept(punctual, all(nowMs, value));
    await accept(asset, [...all(nowMs - 2_500, 9), ...all(nowMs, value), ...all(nowMs - 3_500, 9)].slice(3));
  }
  for (const { alarmDefinitionId, name } of punctual.alarms) {
    const expected = await changesOf(punctual.assetId, alarmDefinitionId);
    expect(await changesOf(asset.assetId, alarmDefinitionId), name).toEqual(expected);
  }
});
