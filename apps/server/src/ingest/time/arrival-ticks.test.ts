import type { AdminId, AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DataItemSlot } from '../data-item-slot.ts';
import { RegisteredDevice } from '../registered-device.ts';
import { arrivalTime, freeTime } from './arrival-time.ts';

const NODES = 3;
const EVERY = 16;
const LABELS = ['a', 'b'];

function aDevice(): RegisteredDevice {
  const assetId = 1 as AssetId;
  const device = new RegisteredDevice({
    assetId,
    assetDefinitionId: 1 as AssetDefinitionId,
    adminId: 1 as AdminId,
    serialNumber: 'SN',
    tokenHash: '',
  });
  for (const [n, label] of LABELS.entries())
    device.addSlot(label, new DataItemSlot(assetId, (n + 1) as DataItemId, label));
  return device;
}

const message = fc.record({
  node: fc.integer({ min: 0, max: NODES - 1 }),
  /** Clocks of nodes are apart, and what is sent together comes together. */
  aheadMs: fc.integer({ min: -5, max: 5 }),
  gapMs: fc.constantFrom(0, 0, 0, 1, 3, 20),
  labels: fc.array(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 4 }),
});

it('no series gets one time from two nodes, and at each node every value of it gets a later one', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 200 }), (messages) => {
      const devices = Array.from({ length: NODES }, aDevice);
      const given = new Map<string, Map<number, number>>(LABELS.map((label) => [label, new Map()]));
      const last = new Map<string, number>();
      let nowMs = Date.UTC(2026, 0, 1);
      for (const { node, aheadMs, gapMs, labels } of messages) {
        nowMs += gapMs;
        const device = devices[node] as RegisteredDevice;
        const ticks = { every: EVERY, remainder: 5 * node };
        const points = labels.map((label) => ({ label, timeMs: undefined, value: 1, quality: 192 }));
        let timeMs = arrivalTime(device, points, nowMs + aheadMs, ticks);
        for (const label of labels) {
          const slot = device.slotOf(label) as DataItemSlot;
          timeMs = freeTime(slot, timeMs, nowMs + aheadMs, ticks);
          slot.newestMs = timeMs;
          expect(given.get(label)?.has(timeMs)).toBe(false);
          given.get(label)?.set(timeMs, node);
          expect(timeMs).toBeGreaterThan(last.get(`${node} ${label}`) ?? Number.NEGATIVE_INFINITY);
          last.set(`${node} ${label}`, timeMs);
        }
        device.arrivalMs = Math.max(device.arrivalMs, timeMs);
      }
    }),
    { numRuns: 300 },
  );
});
