import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminId, AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import { type Historian, openEmbeddedHistorian } from '@telltale/historian';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { Commit, type CommittedMessage } from './commit.ts';
import { CommitStore } from './commit-store.ts';
import { DataItemSlot } from './data-item-slot.ts';
import { DiskReserve } from './disk-reserve.ts';
import { RegisteredDevice } from './registered-device.ts';

const slot = new DataItemSlot(1 as AssetId, 5 as DataItemId, 'level');
const device = new RegisteredDevice({
  assetId: 1 as AssetId,
  assetDefinitionId: 1 as AssetDefinitionId,
  adminId: 1 as AdminId,
  serialNumber: 'P1',
  tokenHash: '',
});

let folder: string;
let historian: Historian;
let refused: CommittedMessage[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-commit-'));
  historian = await openEmbeddedHistorian({ folder });
  refused = [];
});
afterEach(async () => {
  await historian.close();
  await rm(folder, { recursive: true, force: true });
});

function storeWith(reserve: { fault: string | undefined }): CommitStore {
  return new CommitStore(historian, reserve, createLog('silent'), (_commit, message) => refused.push(message));
}

function aCommit(...times: number[]): Commit {
  const commit = new Commit();
  for (const [from, timeMs] of times.entries()) {
    commit.add(slot, timeMs, timeMs, 192);
    commit.messages.push({
      device,
      from,
      to: from + 1,
      historical: undefined,
      transient: undefined,
      received: undefined,
      receivedMs: 0,
    });
  }
  return commit;
}

const storedTimes = async () => [...(await historian.readSeries(slot.key, 0, 1e12)).timesMs];

describe('writing a commit', () => {
  it('waits while there is no room, says why, and goes on by itself', async () => {
    const reserve: { fault: string | undefined } = { fault: 'only 3 MiB of disk are free' };
    const store = storeWith(reserve);
    let isStored = false;
    const storing = store.store(aCommit(1, 2)).then(() => {
      isStored = true;
    });
    await expect.poll(() => store.fault).toContain('only 3 MiB');
    expect(isStored).toBe(false);
    expect(await storedTimes()).toEqual([]);
    reserve.fault = undefined;
    await storing;
    expect(store.fault).toBeUndefined();
    expect(await storedTimes()).toEqual([1, 2]);
  });

  it('gives up without storing when the portal closes meanwhile, so that nothing is acknowledged', async () => {
    const store = storeWith({ fault: 'full' });
    const storing = store.store(aCommit(1));
    await expect.poll(() => store.fault).toContain('full');
    store.close();
    await expect(storing).rejects.toThrow('closing');
  });

  it('sets a message aside that the history refuses as such, and stores the others', async () => {
    const stored = await storeWith({ fault: undefined }).store(aCommit(1, 2.5, 3));
    expect(stored.map(({ from }) => from)).toEqual([0, 2]);
    expect(refused.map(({ from }) => from)).toEqual([1]);
    expect(await storedTimes()).toEqual([1, 3]);
  });
});

describe('the reserve of the disk', () => {
  const GIBIBYTE = 2 ** 30;
  it.each([
    ['plenty', 50 * GIBIBYTE, 100 * GIBIBYTE, true],
    ['less than 500 MB', 0.4 * GIBIBYTE, 100 * GIBIBYTE, false],
    ['more than 5 % of a small disk', 0.3 * GIBIBYTE, 4 * GIBIBYTE, true],
    ['less than 5 % of a small disk', 0.1 * GIBIBYTE, 4 * GIBIBYTE, false],
  ])('with %s free', async (_name, freeBytes, totalBytes, isFine) => {
    const reserve = new DiskReserve('/', async () => ({ freeBytes, totalBytes }));
    await reserve.check();
    expect(reserve.fault === undefined).toBe(isFine);
    reserve.close();
  });

  it('reads the real file system', async () => {
    const reserve = new DiskReserve(folder);
    await expect(reserve.check()).resolves.toBeUndefined();
    reserve.close();
  });
});
