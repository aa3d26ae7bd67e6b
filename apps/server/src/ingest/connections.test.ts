import type { AssetId } from '@telltale/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { type ConnectionChange, Connections } from './connections.ts';

const pump = 1 as AssetId;
let nowMs: number;
let steadyMs: number;
let saved: { assetId: AssetId; lastContactMs: number }[];
let changes: ConnectionChange[];
let connections: Connections;

beforeEach(() => {
  nowMs = 1_000_000;
  steadyMs = 0;
  saved = [];
  changes = [];
  const store = {
    saveLastContacts: async (contacts: readonly (typeof saved)[number][]) => void saved.push(...contacts),
  };
  connections = new Connections(store, { now: () => nowMs }, createLog('silent'), () => steadyMs);
  connections.onChange((change) => changes.push(change));
});

function pass(ms: number): void {
  nowMs += ms;
  steadyMs += ms;
  connections.check();
}

describe('the connection of an asset', () => {
  it('is unknown before the first contact', () => {
    expect(connections.stateOf(pump)).toEqual({ connected: false, lastContactMs: null });
  });

  it('holds for its pingrate, 60 s without one, and both ends are told', () => {
    connections.contact(pump);
    pass(60_000);
    expect(connections.stateOf(pump).connected).toBe(true);
    pass(1);
    expect(connections.stateOf(pump)).toEqual({ connected: false, lastContactMs: 1_000_000 });
    connections.contact(pump);
    expect(changes.map(({ connected, atMs }) => [connected, atMs])).toEqual([
      [true, 1_000_000],
      [false, 1_060_001],
      [true, 1_060_001],
    ]);
  });

  describe('over a restart', () => {
    const told = () => changes.map(({ connected }) => connected);

    it('that loses nothing tells nothing', () => {
      connections.restore(pump, nowMs - 1_000);
      expect(connections.assetIds()).toEqual([pump]);
      connections.wasTold(pump, true);
      connections.wasTold(2 as AssetId, true);
      pass(50_000);
      expect(told()).toEqual([]);
    });

    it('is told when it had come back, and the end of the process came before it was written', () => {
      connections.restore(pump, nowMs - 1_000);
      connections.wasTold(pump, false);
      expect(told()).toEqual([true]);
      connections.wasTold(pump, false);
      expect(told()).toEqual([true]);
    });

    it('is told when it had gone, or went meanwhile, and does not come back in time', () => {
      connections.restore(pump, nowMs - 90_000);
      connections.wasTold(pump, true);
      pass(60_000);
      expect(told()).toEqual([]);
      pass(1);
      expect(changes).toEqual([
        { assetId: pump, connected: false, lastContactMs: 1_000_000 - 90_000, atMs: 1_060_001 },
      ]);
      pass(60_001);
      expect(told()).toEqual([false]);
    });

    it('is not told as gone when it comes back in time, nor when it was told since the start', () => {
      connections.restore(pump, nowMs - 90_000);
      connections.wasTold(pump, true);
      connections.contact(pump);
      pass(50_000);
      connections.contact(pump);
      pass(50_000);
      expect(told()).toEqual([true]);
      connections.wasTold(pump, false);
      connections.forget(pump);
      expect(told()).toEqual([true]);
    });
  });

  it.each([
    ['5000', 5_000],
    ['1', 1_000],
    ['soon', 60_000],
    ['', 60_000],
    ['-1', 60_000],
    ['Infinity', 60_000],
  ])('takes the attribute pingrate %j as %d ms', (value, rateMs) => {
    connections.setPingRate(pump, value);
    expect(connections.pingRateOf(pump)).toBe(rateMs);
  });

  it('neither ends nor lasts when the wall clock is set (R14)', () => {
    connections.contact(pump);
    nowMs += 86_400_000;
    connections.check();
    expect(connections.stateOf(pump).connected).toBe(true);
    nowMs -= 2 * 86_400_000;
    pass(60_001);
    expect(connections.stateOf(pump).connected).toBe(false);
  });

  it('ends at once when the asset is said to have left', () => {
    connections.contact(pump);
    connections.leave(pump);
    expect(connections.stateOf(pump).connected).toBe(false);
    connections.contact(pump);
    expect(connections.stateOf(pump).connected).toBe(true);
  });

  it('is taken over from before a restart', () => {
    connections.restore(pump, nowMs - 30_000);
    expect(connections.stateOf(pump).connected).toBe(true);
    pass(30_001);
    expect(connections.stateOf(pump).connected).toBe(false);
    connections.restore(2 as AssetId, nowMs + 3_600_000);
    expect(connections.stateOf(2 as AssetId).connected).toBe(true);
  });

  it('is saved at the stop', async () => {
    connections.contact(pump);
    pass(10);
    connections.contact(pump);
    await connections.close();
    expect(saved).toEqual([{ assetId: pump, lastContactMs: 1_000_010 }]);
  });
});
