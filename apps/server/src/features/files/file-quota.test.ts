import type { AdminId, AssetId, UserId } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteForTest, type TestDatabase } from '#db/testing/databases.ts';
import { UnitOfWork } from '#db/unit-of-work.ts';
import { Journal, portalActor } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { TestClock } from '#testing/test-clock.ts';
import { FileQuota } from './file-quota.ts';
import { FileRepository } from './file-repository.ts';

const owner = { assetId: 7 as AssetId };
const user = { userId: 1 as UserId };
const aFile = {
  storageName: 'stored',
  sha256: '',
  filename: 'a.txt',
  hostname: '',
  haspId: '',
  assetId: null,
  adminId: 1 as AdminId,
  userId: 1 as UserId,
  username: 'ann',
  timestampMs: 0,
};
let database: TestDatabase;
let fault: string | undefined;
let quota: FileQuota;

beforeEach(async () => {
  database = await openSqliteForTest();
  fault = undefined;
  const reserve = {
    get fault() {
      return fault;
    },
  };
  quota = new FileQuota({ files: new FileRepository(database.db), quotaBytes: 1_000_000, reserve });
});
afterEach(() => database.close());

describe('a quota', () => {
  it('is shared by uploads that go on at the same time, and given back', async () => {
    const first = await quota.open(owner, undefined);
    const second = await quota.open(owner, undefined);
    first.take(600_000);
    expect(() => second.take(500_000)).toThrow('at most');
    second.release();
    first.take(400_000);
    await expect(quota.open(owner, 200_000)).rejects.toMatchObject({ status: 413 });
    first.release();
    (await quota.open(owner, 900_000)).take(1_000_000);
    (await quota.open({ assetId: 8 as AssetId }, undefined)).take(1_000_000);
  });

  it('counts what another upload has stored meanwhile', async () => {
    const work = new UnitOfWork(database.db, new Journal(new JournalRepository(database.db), new TestClock()));
    const first = await quota.open(user, undefined);
    const second = await quota.open(user, undefined);
    first.take(600_000);
    first.takeFile();
    await work.run(portalActor, async (unit) => {
      await first.keep(unit);
      await unit.of(FileRepository).insert({ ...aFile, length: 600_000 });
    });
    first.release();
    expect(() => second.take(500_000)).toThrow('at most');
    second.release();
    (await quota.open(user, undefined)).take(400_000);
  });

  it('holds room for what an upload announces, so that of two only the second is refused', async () => {
    const first = await quota.open(owner, 700_000);
    await expect(quota.open(owner, 700_000)).rejects.toMatchObject({ status: 413 });
    first.take(700_000);
    first.release();
    (await quota.open(owner, 700_000)).take(700_000);
  });

  it('counts files, too (F11)', async () => {
    const allowance = await quota.open(owner, undefined);
    for (let i = 0; i < 10_000; i++) allowance.takeFile();
    expect(() => allowance.takeFile()).toThrow('10000 files');
  });

  it('takes nothing once the disk is at its reserve, not even of an upload under way', async () => {
    const allowance = await quota.open(owner, undefined);
    fault = 'only 3 MiB of disk are free';
    expect(() => allowance.take(1)).toThrow('only 3 MiB');
    await expect(quota.open(owner, undefined)).rejects.toMatchObject({ status: 507 });
  });
});
