import type { AssetId, alarmDefinitions } from '@telltale/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AlarmRepository } from '#features/alarms/alarm-repository.ts';
import { type AssetShare, AssetShares } from '#features/alarms/engine/asset-shares.ts';
import type { IncomingPoint } from '#ingest/incoming.ts';
import { alarmChanges } from '#testing/alarm-changes.ts';
import { passSeconds } from '#testing/pass-seconds.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { GatheredHistory } from '../points/gathered-history.ts';
import { HistoryAtPlace } from '../points/history-at-place.ts';
import type { CarriedMessage } from '../points/point-frame.ts';
import { PointsBehind } from '../points/points-behind.ts';

/** Courses of messages and kills. */
const RUNS = Number(process.env.TELLTALE_TEST_TAKEOVERS ?? 8);
const CONDITIONS: { expression: string; onDelay?: number; offDelay?: number; deadband?: number; selfAck?: number }[] = [
  { expression: '_a > 5' },
  { expression: '_a > 5', selfAck: 0 },
  { expression: '_a > 3', deadband: 3 },
  { expression: '_a > 5 and _b > 5' },
  { expression: '_a > 4 or _b > 6', onDelay: 2, offDelay: 3 },
  { expression: 'avg(_a, 7) > 2', deadband: 1 },
  { expression: 'age(_b) > 6' },
  { expression: 'held(_a > 1, 4)' },
  { expression: 'count(_a > 4, 7) >= 2' },
  { expression: 'duration(_a > 2, 7) > 3', onDelay: 1 },
  { expression: '_a > previous(_a)' },
  { expression: 'alarm("0") and _b > 1' },
];

interface Message {
  gap: number;
  points: { label: 'a' | 'b'; offsetMs: number; value: number; quality: number }[];
}

const message: fc.Arbitrary<Message> = fc.record({
  /** Seconds since the one before. */
  gap: fc.integer({ min: 1, max: 5 }),
  points: fc.array(
    fc.record({
      label: fc.constantFrom('a', 'b'),
      offsetMs: fc.constantFrom(1, 250, 999),
      value: fc.integer({ min: -3, max: 9 }),
      quality: fc.constantFrom(192, 192, 192, 192, 0),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

/** An owner is killed: of the messages so many it has evaluated and written, so many more only stored, and so many more came. */
interface Kill {
  evaluated: number;
  stored: number;
  came: number;
  /** Messages behind the written ones that are sent once more, as by a device that was not acknowledged. */
  again: number;
}

const kill: fc.Arbitrary<Kill> = fc.record({
  evaluated: fc.integer({ min: 0, max: 5 }),
  stored: fc.integer({ min: 0, max: 3 }),
  came: fc.integer({ min: 0, max: 4 }),
  again: fc.constantFrom(0, 0, 1, 3),
});

let portal: Portal;
let clock: TestClock;
let nowMs = Date.UTC(2026, 0, 1);
const shares = new AssetShares();

beforeAll(async () => {
  clock = new TestClock();
  clock.stopAt(nowMs);
  portal = await startPortal({ clock, looksEachSecond: false, alarmShares: shares });
});
afterAll(() => portal.close());

async function accept(assetId: AssetId, points: readonly IncomingPoint[]): Promise<void> {
  await portal.context.pipeline.accept({ assetId }, points);
  // What is raised again before it is written is one entry.
  await portal.context.alarmService.settled();
}

/** What was written of the alarms of an asset, to be had again. */
async function written(assetId: AssetId) {
  const { db, alarmService } = portal.context;
  await alarmService.settled();
  const states = (await new AlarmRepository(db).list()).filter((state) => state.assetId === assetId);
  const { last } = await db
    .selectFrom('alarm_transitions')
    .select(({ fn }) => fn.max('transition_id').as('last'))
    .executeTakeFirstOrThrow();
  return { states, last: last ?? 0 };
}

async function forgetSince(assetId: AssetId, { states, last }: Awaited<ReturnType<typeof written>>): Promise<void> {
  const { db, alarmService } = portal.context;
  await alarmService.settled();
  const since = db.deleteFrom('alarm_transitions').where('asset_id', '=', assetId).where('transition_id', '>', last);
  await since.execute();
  await db.deleteFrom('alarms').where('asset_id', '=', assetId).execute();
  if (states.length > 0) await new AlarmRepository(db).save(states, clock.now());
}

interface Sent {
  receivedMs: number;
  points: readonly IncomingPoint[];
}

/** Its owner dies, and another one takes over once all of these came. */
class Owner {
  readonly assetId: AssetId;
  #share: AssetShare | undefined;

  constructor(assetId: AssetId) {
    this.assetId = assetId;
  }

  async takeOver(before: readonly Sent[], behind: readonly Sent[], passedMs: number): Promise<void> {
    const { alarmEngine, currentValues, historian } = portal.context;
    const { assetId } = this;
    const share = { has: (id: AssetId) => id === assetId };
    const later = new PointsBehind(() => false);
    for (const one of behind) later.add([this.#carried(one)]);
    for (const one of before) later.addBefore(() => [this.#carried(one)]);
    const past = new HistoryAtPlace(new GatheredHistory(historian), later);
    await currentValues.warmAssets(past, [assetId], (key, timeMs) => past.isLater(key, timeMs));
    await alarmEngine.takeOver(share, past, passedMs);
    this.#share = share;
    for (const { receivedMs, points } of behind) {
      alarmEngine.passBehind(share, receivedMs);
      await accept(assetId, points);
    }
    await alarmEngine.followNow(share);
  }

  #carried({ receivedMs, points }: Sent): CarriedMessage {
    const device = portal.context.registry.find(this.assetId);
    const carried = points.map(({ label, timeMs = 0, value, quality }) => {
      const dataItemId = device?.slotOf(label)?.dataItemId as never;
      return { dataItemId, timeMs, value: value as number, quality, keeping: 'stored' as const };
    });
    return { assetId: this.assetId, receivedMs, origin: undefined, points: carried };
  }

  async die(): Promise<void> {
    if (this.#share) await portal.context.alarmEngine.letGo(this.#share);
    this.#share = undefined;
  }
}

async function twoAssets() {
  const first = { label: 'a', timeMs: nowMs, value: 0, quality: 192 };
  const both = [first, { ...first, label: 'b' }];
  const one = await portal.anAsset();
  const two = await portal.anAsset({ assetDefinitionId: one.assetDefinitionId });
  for (const { assetId } of [one, two]) await accept(assetId, both);
  const body = CONDITIONS.map(({ expression, ...more }, i) => ({
    ...{ assetDefinitionId: one.assetDefinitionId, name: String(i), selfAck: 1 },
    ...{ alarmExpression: { expression, variables: [] }, ...more },
  }));
  const admin = await portal.as('admin');
  const reply = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
  expect([reply.status, reply.text]).toMatchObject([200, expect.anything()]);
  return { alive: new Owner(one.assetId), killed: new Owner(two.assetId), alarms: reply.body };
}

it('raises and closes alarms of an asset whose owners are killed as it does those of one whose owner lives', async () => {
  const scenario = fc.record({
    messages: fc.array(message, { minLength: 4, maxLength: 24 }),
    kills: fc.array(kill, { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ messages, kills }) => {
      nowMs += 60_000;
      clock.stopAt(nowMs);
      const { alive, killed, alarms } = await twoAssets();
      for (const owner of [alive, killed]) await owner.takeOver([], [], nowMs);
      let passedMs = nowMs;
      const sent: Sent[] = [];
      const next = async (toKilled: boolean) => {
        const { gap, points } = messages[sent.length] as Message;
        const secondMs = nowMs + gap * 1_000;
        const latestMs = secondMs + Math.max(...points.map(({ offsetMs }) => offsetMs));
        await passSeconds(portal, latestMs);
        const told = points.map(({ offsetMs, ...point }) => ({ ...point, timeMs: secondMs + offsetMs }));
        await accept(alive.assetId, told);
        if (toKilled) await accept(killed.assetId, told);
        nowMs = secondMs;
        sent.push({ receivedMs: clock.now(), points: told });
      };
      const some = async (count: number, toKilled: boolean) => {
        for (let n = 0; n < count && sent.length < messages.length; n++) await next(toKilled);
      };
      for (const { evaluated, stored, came, again } of kills) {
        await some(evaluated, true);
        const kept = await written(killed.assetId);
        // The seconds until now have been looked at.
        passedMs = clock.now();
        const place = sent.length;
        await some(stored, true);
        await killed.die();
        await forgetSince(killed.assetId, kept);
        await some(came, false);
        const once = sent.slice(place - Math.min(again, place), place);
        await killed.takeOver(sent.slice(0, place), [...once, ...sent.slice(place)], passedMs);
      }
      await some(messages.length, true);
      nowMs += 15_000;
      await passSeconds(portal, nowMs);
      for (const [i, { alarmDefinitionId }] of alarms.entries()) {
        const expected = await alarmChanges(portal, alive.assetId, alarmDefinitionId);
        expect(await alarmChanges(portal, killed.assetId, alarmDefinitionId), CONDITIONS[i]?.expression).toEqual(
          expected,
        );
      }
      for (const owner of [alive, killed]) await owner.die();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 400_000);
