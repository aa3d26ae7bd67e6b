import type { AssetId, DataItemId } from '@telltale/contract';
import { addCarried } from '@telltale/server/cluster/points/carried-commit.ts';
import { CarriedSlots } from '@telltale/server/cluster/points/carried-slots.ts';
import { decodeFrame, encodeFrames } from '@telltale/server/cluster/points/point-frame.ts';
import { Commit } from '@telltale/server/ingest/commit.ts';
import { DataItemSlot } from '@telltale/server/ingest/data-item-slot.ts';
import { RegisteredDevice } from '@telltale/server/ingest/registered-device.ts';
import { tellMessage } from '@telltale/server/ingest/tell-message.ts';

const ASSETS = 10_000;
const FRAME_BYTES = 400_000;
const SECONDS = 10;
const GOOD = 192;

/**
 * What a node pays for a point that another one has stored: taking the frame apart, finding the data item, making the
 * value the one of now. Nobody looks at it, and NATS is not in it.
 * @returns processor time, µs a point, and bytes a point
 */
export async function measureHeard(valuesOfMessage: number): Promise<{ microseconds: number; bytes: number }> {
  const devices = new Map<AssetId, RegisteredDevice>();
  for (let n = 1; n <= ASSETS; n++) devices.set(n as AssetId, aDevice(n as AssetId, valuesOfMessage));
  const registry = { find: (id: AssetId) => devices.get(id), get: async (id: AssetId) => devices.get(id) };
  const slots = new CarriedSlots({ registry, items: { listOfAssets: async () => [] } });
  let microseconds = 0;
  let bytes = 0;
  for (let second = 0; second < SECONDS; second++) {
    const frames = framesOf([...devices.values()], Date.now() + second * 1000);
    const before = process.threadCpuUsage();
    for (const frame of frames) {
      bytes += frame.length;
      const commit = new Commit();
      for (const message of decodeFrame(frame)) {
        const device = slots.of(message);
        if (device instanceof Promise) throw new Error('every device of the bench is known');
        tellMessage(commit, addCarried(commit, device, message, { isCalculated: false }), []);
      }
    }
    // The first of them warms up.
    const { user, system } = process.threadCpuUsage(before);
    if (second > 0) microseconds += user + system;
  }
  const points = ASSETS * valuesOfMessage;
  return { microseconds: microseconds / (points * (SECONDS - 1)), bytes: bytes / (points * SECONDS) };
}

function aDevice(assetId: AssetId, items: number): RegisteredDevice {
  const device = new RegisteredDevice({
    ...{ assetId, assetDefinitionId: 1 as never, adminId: 1 as never },
    ...{ serialNumber: `SN-${assetId}`, tokenHash: '' },
  });
  for (let item = 1; item <= items; item++) {
    device.addSlot(`item ${item}`, new DataItemSlot(assetId, item as DataItemId, `item ${item}`));
  }
  return device;
}

function framesOf(devices: readonly RegisteredDevice[], timeMs: number): Uint8Array[] {
  const commit = new Commit();
  for (const device of devices) {
    const from = commit.slots.length;
    const sent: Record<string, number> = {};
    for (const slot of device.slots()) {
      const value = Math.round(Math.random() * 10_000) / 100;
      sent[slot.label] = value;
      commit.add(slot, timeMs, value, GOOD);
    }
    const to = commit.slots.length;
    // As the device sent it: it goes along, for whoever asks where a value comes from.
    const received = { way: 'mqtt' as const, sender: '', text: JSON.stringify(sent), receivedMs: timeMs };
    commit.messages.push({
      ...{ device, from, to, historical: undefined, transient: undefined, receivedMs: timeMs, received },
    });
  }
  return encodeFrames(commit, commit.messages, FRAME_BYTES);
}
