import { expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { TestClock } from '#testing/test-clock.ts';
import { AlarmEngine } from '../alarm-engine.ts';
import type { AlarmState } from '../alarm-repository.ts';
import type { AlarmEngineOptions } from './alarm-engine-options.ts';
import { AssetShares } from './asset-shares.ts';

const BEGUN_MS = Date.UTC(2026, 0, 1);
const share = { has: () => true };
const past = { readSeries: async () => ({ timesMs: new Float64Array(), values: [], qualities: new Uint8Array() }) };

/** An engine without assets. */
function anEngine(alarms: () => Promise<AlarmState[]>): { engine: AlarmEngine; clock: TestClock } {
  const clock = new TestClock();
  clock.stopAt(BEGUN_MS);
  const options = {
    book: { replace: () => undefined, awakeOf: () => [], awake: () => [] },
    alarms: { list: alarms },
    assets: { list: async () => [] },
    plans: { of: async () => [] },
    shares: new AssetShares(),
    clock,
    looksEachSecond: false,
    log: createLog('silent'),
  };
  return { engine: new AlarmEngine(options as unknown as AlarmEngineOptions), clock };
}

it('says until when time has passed for assets once it has begun with them, and still when it has let them go', async () => {
  const { engine, clock } = anEngine(async () => []);
  expect(engine.passedMs(share)).toBeUndefined();
  const taking = engine.takeOver(share, past as never, BEGUN_MS - 90_000);
  // Nothing is evaluated yet: that time had passed until now would be wrong, and written down.
  expect(engine.passedMs(share)).toBeUndefined();
  await taking;
  expect(engine.passedMs(share)).toBe(BEGUN_MS - 90_000);
  engine.passBehind(share, BEGUN_MS - 60_000);
  expect(engine.passedMs(share)).toBe(BEGUN_MS - 60_000);
  await engine.letGo(share);
  clock.stopAt(BEGUN_MS + 10_000);
  await engine.look();
  expect(engine.passedMs(share)).toBe(BEGUN_MS - 60_000);
});

it('goes on with the time of all once it has caught up, and says when that was when it lets go', async () => {
  const { engine, clock } = anEngine(async () => []);
  await engine.takeOver(share, past as never, BEGUN_MS - 90_000);
  await engine.followNow(share);
  clock.stopAt(BEGUN_MS + 5_000);
  await engine.look();
  expect(engine.passedMs(share)).toBe(BEGUN_MS + 5_000);
  await engine.letGo(share);
  clock.stopAt(BEGUN_MS + 9_000);
  await engine.look();
  expect(engine.passedMs(share)).toBe(BEGUN_MS + 5_000);
});

it('says nothing of assets with which it could not begin', async () => {
  const { engine } = anEngine(async () => {
    throw new Error('the database is away');
  });
  await expect(engine.takeOver(share, past as never, BEGUN_MS - 90_000)).rejects.toThrow('away');
  expect(engine.passedMs(share)).toBeUndefined();
  await engine.letGo(share);
  expect(engine.passedMs(share)).toBeUndefined();
});
