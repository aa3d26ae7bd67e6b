import type { AlarmDefinitionId, AssetId } from '@telltale/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { openSqliteForTest, type TestDatabase } from '#db/testing/databases.ts';
import { Journal } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { TestClock } from '#testing/test-clock.ts';
import { AlarmRepository, type AlarmState, type AlarmTransition } from './alarm-repository.ts';
import { AlarmWriter } from './alarm-writer.ts';

const FLOOD = 5_000;
const clock = new TestClock();
let database: TestDatabase;
let writer: AlarmWriter;

beforeEach(async () => {
  database = await openSqliteForTest();
  const { db } = database;
  // Rows of alarms without assets: it is the writing that is looked at.
  await sql`pragma foreign_keys = off`.execute(db);
  writer = new AlarmWriter({
    ...{ db, clock, log: createLog('silent'), onWritten: () => undefined },
    alarms: new AlarmRepository(db),
    journal: new Journal(new JournalRepository(db), clock),
  });
});
afterEach(async () => {
  await writer.close();
  await database.close();
});

const aState = (asset: number): AlarmState => ({
  assetId: asset as AssetId,
  alarmDefinitionId: 1 as AlarmDefinitionId,
  ...{ status: 1, active: true, raisedMs: 1, lastRaisedMs: 1, count: 1, cause: '', causeNumbers: '' },
  ...{ shelvedUntilMs: null, shelvedNote: '', shelvedBy: '', acknowledgedBy: '', acknowledgedMs: null },
});

it('looks at each change of a flood a few times, however many wait to be written', () => {
  let looks = 0;
  for (let asset = 1; asset <= FLOOD; asset++) {
    const state = aState(asset);
    const texts = { user: 'telltale', note: '', name: 'n', reason: 'r', severity: 1 };
    const transition: AlarmTransition = { ...state, kind: 'raised', timeMs: 1, ...texts };
    Object.defineProperty(transition, 'assetId', {
      enumerable: true,
      get: () => {
        looks++;
        return asset;
      },
    });
    writer.note(state, transition);
  }
  expect(looks).toBeLessThanOrEqual(5 * FLOOD);
});
