import { backtest, sumOf } from '@telltale/domain/field/parts/testing/backtest.ts';
import { describe, expect, test } from 'vitest';
import { fleetMembers } from '../world/fleet-members.ts';
import type { Model, Readings } from '../world/model.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAYS = 90;
const bornMs = Date.UTC(2026, 0, 4);

/** What the counter of a device moved on in each day, in steps of a minute. */
function daysOf(model: Model<unknown>, label: string): number[] {
  const state = model.start(bornMs);
  const hours = () => Number((model.read(state) as Readings)[label]);
  const days: number[] = [];
  for (let day = 0; day < DAYS; day++) {
    const before = hours();
    for (let timeMs = bornMs + day * DAY_MS + MINUTE_MS; timeMs <= bornMs + (day + 1) * DAY_MS; timeMs += MINUTE_MS) {
      model.advance(state, timeMs);
    }
    days.push(hours() - before);
  }
  return days;
}

describe('when a part of the fleet falls due, told a week before', () => {
  test.each([
    ['pumps', ['PS-1042', 'PS-1077', 'PS-1210', 'PS-1355'], 'Run Hours'],
    ['rigs, which work and move', ['SU-4104', 'SU-4211', 'SU-4307'], 'Pump Hours'],
  ])('%s: within the band in nine of ten cases', (_what, serials, label) => {
    const models = fleetMembers(bornMs).filter(({ serialNumber }) => serials.includes(serialNumber));
    expect(models).toHaveLength(serials.length);
    const { made, kept } = sumOf(models.map(({ model }) => backtest(daysOf(model as Model<unknown>, label))));
    expect(made).toBeGreaterThan(120);
    expect(kept / made).toBeGreaterThanOrEqual(0.9);
  });
});
