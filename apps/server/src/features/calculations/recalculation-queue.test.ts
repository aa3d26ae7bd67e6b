import type { AdminId, AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import { afterEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { openSqliteForTest, type TestDatabase } from '#db/testing/databases.ts';
import { UnitOfWork } from '#db/unit-of-work.ts';
import { UserRepository } from '#features/access/user-repository.ts';
import { JobProgress } from '#jobs/job-progress.ts';
import { Journal, portalActor } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { TestClock } from '#testing/test-clock.ts';
import { RecalculationQueue } from './recalculation-queue.ts';
import { type RecalculationRecord, RecalculationRepository } from './recalculation-repository.ts';
import { RecalculationRun, TooManyCalculatedError } from './recalculation-run.ts';

let database: TestDatabase;
afterEach(() => database.close());

/** Replaces one data item, and fails at the one that is calculated from it. */
class HalfRun extends RecalculationRun {
  override ofAsset: RecalculationRun['ofAsset'] = async (_wanted, _nowMs, _signal, _onShare, onReplaced) => {
    onReplaced({ dataItemId: 4 as DataItemId, expression: '_A + 1', pointsBefore: 7, points: 5 });
    throw new TooManyCalculatedError();
  };
}

it('keeps in the journal what was replaced before the next data item failed', async () => {
  database = await openSqliteForTest();
  const { db } = database;
  const clock = new TestClock();
  const work = new UnitOfWork(db, new Journal(new JournalRepository(db), clock));
  const run = new HalfRun({} as never);
  const jobs = new RecalculationRepository(db);
  const parts = { work, jobs, run, progress: new JobProgress<number>(), clock, log: createLog('silent') };
  const queue = new RecalculationQueue({ ...parts, assetExists: () => true });
  const ann = { username: 'ann', adminId: 1 as AdminId, passwordHash: null, readOnly: false, createdMs: 0 };
  const { userId } = await new UserRepository(db).insert(ann);
  const job: RecalculationRecord = {
    jobId: 'job',
    userId,
    by: portalActor,
    assetDefinitionId: 1 as AssetDefinitionId,
    dataItemId: 4 as DataItemId,
    label: 'Sum',
    assetIds: [9 as AssetId],
    fromMs: 1_000,
    toMs: 2_000,
    createdMs: 0,
    state: 'queued',
    assetsDone: 0,
    points: 0,
    message: null,
  };
  await work.run(portalActor, (unit) => unit.of(RecalculationRepository).insert(job));
  queue.add(job);
  await queue.idle();
  expect(await jobs.find('job')).toMatchObject({ state: 'failed', assetsDone: 0, points: 5 });
  const rows = await db.selectFrom('journal').select(['what', 'after']).where('asset_id', '=', 9).execute();
  expect(rows.map(({ what, after }) => [what, JSON.parse(after ?? '{}').points])).toEqual([
    ['data item 4 recalculated', 5],
  ]);
});
