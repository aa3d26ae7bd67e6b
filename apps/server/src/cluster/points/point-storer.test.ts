import type { AssetId, DataItemId } from '@telltale/contract';
import { expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { DataItemSlot } from '#ingest/data-item-slot.ts';
import { RegisteredDevice } from '#ingest/registered-device.ts';
import { PointStorer } from './point-storer.ts';

const ASSET = 7 as AssetId;
const ITEM = 1 as DataItemId;
const MESSAGES = 32_000;
const FRAME = 100;
/** In which a process is kept from all else by no more than a part of a second. */
const MOST_IN_A_TURN = 5_000 + FRAME;

const aDevice = () => {
  const names = { assetDefinitionId: 1, adminId: 1, serialNumber: 'S', tokenHash: '' };
  const device = new RegisteredDevice({ assetId: ASSET, ...names } as never);
  device.addSlot('flow', new DataItemSlot(ASSET, ITEM, 'Flow'));
  return device;
};

it('lets others have their turn while it tells of what waited for the history, each stream in its order and whole', async () => {
  const device = aDevice();
  const back = Promise.withResolvers<void>();
  const told: number[] = [];
  const storer = new PointStorer({
    historian: { append: () => back.promise },
    feeds: [
      {
        sinkFor: () => ({
          current: ({ timeMs }) => void told.push(timeMs),
          settled: () => undefined,
          late: () => undefined,
        }),
      },
    ],
    onRefused: () => expect.unreachable('all of it is good'),
    log: createLog('silent'),
  });
  const places: [sequence: number, told: number][] = [];
  const stream = {
    signal: new AbortController().signal,
    telling: () => undefined,
    stored: (sequence: number) => void places.push([sequence, told.length]),
  };
  for (let n = 1; n <= MESSAGES; n++) {
    const frame = { sequence: Math.ceil(n / FRAME), timeMs: n, pending: 0 };
    const points = [{ dataItemId: ITEM, timeMs: n, value: n, quality: 192, keeping: undefined }];
    storer.put(device, { assetId: ASSET, receivedMs: n, origin: undefined, points } as never, frame, stream);
    if (n % FRAME === 0) storer.putUntil(frame, stream);
  }
  /** What was told by each turn of the event loop. */
  const byTurn: number[] = [];
  const count = () => {
    byTurn.push(told.length);
    if (told.length < MESSAGES) setImmediate(count);
  };
  setImmediate(count);
  const drained = storer.drained();
  back.resolve();
  await drained;
  byTurn.push(told.length);
  expect(told).toEqual(Array.from({ length: MESSAGES }, (_, n) => n + 1));
  expect(places.at(-1)).toEqual([MESSAGES / FRAME, MESSAGES]);
  // What was told when a place of the stream was noted is what stands before it, no more and no less.
  for (const [sequence, total] of places) expect(total).toBe(sequence * FRAME);
  const inTurns = byTurn.map((total, n) => total - (byTurn[n - 1] ?? 0));
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(MOST_IN_A_TURN);
  await storer.close();
});
