import type { AlarmDefinitionId, AssetId } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { TestClock } from '#testing/test-clock.ts';
import { Occurrences } from '../health/occurrences.ts';
import { OpeningLog } from './opening-log.ts';
import { recentPlaces, SlotPlaces } from './slot-places.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
const open = (assetId: number, raisedMs: number) => ({ assetId, alarmDefinitionId: 1, raisedMs });

function aLog(recorded: readonly { assetId: number; raisedMs: number }[]) {
  const clock = new TestClock();
  clock.stopAt(NOW);
  const portal = { isBroken: false };
  let gate: PromiseWithResolvers<void> | undefined;
  const log = new OpeningLog({
    clock,
    reader: {
      read: async () => {
        if (portal.isBroken) throw new Error('the database is away');
        const found = new Occurrences();
        for (const { assetId, raisedMs } of recorded)
          found.add(assetId as AssetId, 1 as AlarmDefinitionId, raisedMs, raisedMs + 1, Number.NaN);
        await gate?.promise;
        return found;
      },
    },
  });
  const hold = () => {
    gate = Promise.withResolvers<void>();
  };
  return { log, clock, portal, hold, release: () => gate?.resolve() };
}

describe('what was opened lately', () => {
  it('is read once, in order of time, and goes on with what happens', async () => {
    const { log } = aLog([open(2, NOW - 5), open(1, NOW - 9), open(3, NOW - 2 * DAY)]);
    log.opened(open(9, NOW - 7));
    expect((await log.recent()).map(({ assetId }) => assetId)).toEqual([1, 2]);
    const { version } = log;
    log.opened(open(4, NOW));
    log.opened(open(5, NOW - 7));
    expect((await log.recent()).map(({ assetId }) => assetId)).toEqual([1, 5, 2, 4]);
    expect(log.version).toBeGreaterThan(version);
  });

  it('has what was opened while it was read, once', async () => {
    const { log, hold, release } = aLog([open(1, NOW - 9), open(2, NOW - 5)]);
    hold();
    const reading = log.recent();
    log.opened(open(2, NOW - 5));
    log.opened(open(3, NOW - 4));
    release();
    expect((await reading).map(({ assetId }) => assetId)).toEqual([1, 2, 3]);
  });

  it('forgets what is older than a day', async () => {
    const { log, clock } = aLog([open(1, NOW - DAY + 5), open(2, NOW)]);
    expect(await log.recent()).toHaveLength(2);
    clock.stopAt(NOW + 10);
    expect(await log.recent()).toEqual([open(2, NOW)]);
    clock.stopAt(NOW + 2 * DAY);
    expect(await log.recent()).toEqual([]);
  });

  it('says that it cannot be read, and reads it when it is asked again', async () => {
    const { log, portal } = aLog([open(1, NOW)]);
    portal.isBroken = true;
    await expect(log.recent()).rejects.toThrow('the database is away');
    portal.isBroken = false;
    expect(await log.recent()).toHaveLength(1);
  });

  it('teaches what follows what, as living through it does', async () => {
    const past = [1, 2, 3].flatMap((day) => [open(1, NOW - day * DAY), open(2, NOW - day * DAY + 12_000)]);
    const { log: read } = aLog(past);
    await read.recent();
    const { log: lived } = aLog([]);
    await lived.recent();
    for (const one of past.toReversed().toSorted((a, b) => a.raisedMs - b.raisedMs)) lived.opened(one);
    for (const { succession } of [read, lived]) {
      expect(succession.evidence(open(1, 0), open(2, 0), NOW)).toEqual({ followed: 3, of: 3 });
    }
  });
});

describe('where assets stand', () => {
  const assignment = (
    systemId: number,
    slotId: number,
    assetId: number | null,
    childSystemId: number | null = null,
  ) => ({
    systemId,
    slotId,
    assetId,
    childSystemId,
  });

  it('is the nearest system first, then those that it stands in, also in a circle', () => {
    const places = new SlotPlaces({
      assignments: [
        assignment(1, 11, 100),
        assignment(2, 21, null, 1),
        assignment(1, 12, null, 2),
        assignment(3, 31, 100),
      ],
      names: new Map([[2, 'Rig']]),
    });
    expect(places.of(100)).toEqual([
      { systemId: 1, order: 11 },
      { systemId: 3, order: 31 },
      { systemId: 2, order: 21 },
    ]);
    expect([places.of(7), places.nameOf(2), places.nameOf(9), places.nameOf(null)]).toEqual([[], 'Rig', null, null]);
  });

  it('is read anew after a while, and is the same object as long as it is the same', async () => {
    const clock = new TestClock();
    clock.stopAt(NOW);
    let asked = 0;
    let assignments = [assignment(1, 11, 100)];
    const places = recentPlaces(async () => {
      asked++;
      return { assignments, names: new Map() };
    }, clock);
    const first = await places();
    assignments = [assignment(1, 11, 200)];
    expect([await places(), asked]).toEqual([first, 1]);
    clock.stopAt(NOW + 6_000);
    const second = await places();
    expect(second.of(200)).toHaveLength(1);
    clock.stopAt(NOW + 12_000);
    expect(await places()).toBe(second);
  });
});
