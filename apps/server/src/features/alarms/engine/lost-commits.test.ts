import type { AssetId } from '@telltale/contract';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#config/log.ts';
import type { Database } from '#db/schema.ts';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { Journal } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { TestClock } from '#testing/test-clock.ts';
import { AlarmDefinitionRepository } from '../alarm-definition-repository.ts';
import { AlarmRepository, type AlarmState, type AlarmTransition } from '../alarm-repository.ts';
import { AlarmWriter } from '../alarm-writer.ts';
import { type AlarmPlace, AlarmPlaceRepository } from './alarm-places.ts';

const PATIENCE = { timeout: 20_000, interval: 20 };
const clock = new TestClock();

/** What becomes of a transaction whose answer does not come. */
type Fate = 'kept' | 'lost';

/** The next transactions end without an answer, each as is said. */
function loseAnswers(db: Kysely<Database>, fates: Fate[]): void {
  const begin = db.transaction.bind(db);
  vi.spyOn(db, 'transaction').mockImplementation(() => {
    const fate = fates.shift();
    const transaction = begin();
    if (fate === undefined) return transaction;
    const real = transaction.execute.bind(transaction);
    const execute: typeof real = async (apply) => {
      await real(async (trx) => {
        await apply(trx);
        if (fate === 'lost') throw new Error('the connection broke before the commit');
      });
      throw new Error('the connection broke behind the commit');
    };
    return { setIsolationLevel: () => ({ execute }) } as unknown as typeof transaction;
  });
}

describe.each(everyEngine())('alarms written on $engine where an answer is lost', ({ open }) => {
  let database: TestDatabase;
  let writer: AlarmWriter;
  let sequence = 0;
  let state: AlarmState;

  beforeEach(async () => {
    database = await open();
    const { db } = database;
    const { id } = (
      await sql<{ id: number }>`insert into asset_definitions (asset_definition_name, name_key, alias, created_ms)
        values ('Pump', 'pump', '', 1) returning asset_definition_id as id`.execute(db)
    ).rows[0] as { id: number };
    const asset = { serial_number: 'A', serial_key: 'a', asset_alias: '', description: '', token_hash: 'h' };
    const { asset_id } = await db
      .insertInto('assets')
      .values({ ...asset, asset_definition_id: id, admin_id: 1, last_contact_ms: null, created_ms: 1 })
      .returning('asset_id')
      .executeTakeFirstOrThrow();
    const times = { escalation: 0, expiration: 0, onDelay: 0, offDelay: 0, deadband: 0 };
    const definition = { assetDefinitionId: id as never, name: 'n', reason: 'r', severity: 1, jobId: 0, flee: '' };
    const { alarmDefinitionId } = await new AlarmDefinitionRepository(db).insert(
      { ...definition, ...times, selfAck: 1 },
      5,
    );
    state = {
      ...{ assetId: asset_id as AssetId, alarmDefinitionId, status: 1, active: true, raisedMs: 1, lastRaisedMs: 1 },
      ...{ count: 1, cause: '', causeNumbers: '', shelvedUntilMs: null, shelvedNote: '', shelvedBy: '' },
      ...{ acknowledgedBy: '', acknowledgedMs: null },
    };
    const place = (): AlarmPlace => ({ partition: 3, stream: 's', sequence, passedMs: sequence * 1_000 });
    writer = new AlarmWriter({
      ...{ db, clock, log: createLog('silent'), onWritten: () => undefined, placesOf: () => [place()] },
      alarms: new AlarmRepository(db),
      journal: new Journal(new JournalRepository(db), clock),
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await writer.close();
    await database.close();
  });

  function note(kind: AlarmTransition['kind'], timeMs: number, changed: Partial<AlarmState>): void {
    sequence++;
    state = { ...state, ...changed };
    const texts = { user: 'telltale', note: '', name: 'n', reason: 'r', severity: 1 };
    writer.note(state, { ...state, kind, timeMs, ...texts });
  }

  async function written() {
    await vi.waitFor(() => writer.written(), PATIENCE);
    const { db } = database;
    const rows = db.selectFrom('alarm_transitions').select(['kind', 'time_ms', 'count']).orderBy('transition_id');
    const journal = db.selectFrom('journal').select('what').where('kind', '=', 'alarm');
    return {
      kinds: (await rows.execute()).map(({ kind, time_ms, count }) => `${kind} ${time_ms} ${count}`),
      journal: (await journal.execute()).length,
      place: (await new AlarmPlaceRepository(db).find(3))?.sequence,
    };
  }

  it.each<{ fates: Fate[] }>([
    { fates: ['kept'] },
    { fates: ['lost'] },
    { fates: ['kept', 'kept'] },
    { fates: ['kept', 'lost'] },
    { fates: ['lost', 'kept'] },
  ])('writes each change once: $fates', async ({ fates }) => {
    loseAnswers(database.db, [...fates]);
    note('raised', 10, { raisedMs: 10, lastRaisedMs: 10 });
    note('again', 20, { lastRaisedMs: 20, count: 2 });
    await vi.waitFor(() => expect(database.db.transaction).toHaveBeenCalled(), PATIENCE);
    // What happens while it is not known is not taken for what is in doubt.
    note('again', 30, { lastRaisedMs: 30, count: 3 });
    note('closed', 40, { status: null, active: false });
    const kinds = ['raised 10 1', 'again 20 2', 'again 30 3', 'closed 40 3'];
    expect(await written()).toEqual({ kinds, journal: kinds.length, place: sequence });
    const [row] = await new AlarmRepository(database.db).list();
    expect(row).toMatchObject({ status: null, active: false, count: 3, lastRaisedMs: 30 });
  });

  it('writes where alarms are though nothing happened to them', async () => {
    sequence = 77;
    writer.notePlaces();
    expect((await written()).place).toBe(77);
    expect(await new AlarmPlaceRepository(database.db).find(3)).toEqual({
      ...{ partition: 3, stream: 's', sequence: 77, passedMs: 77_000 },
    });
    expect(await new AlarmPlaceRepository(database.db).find(4)).toBeUndefined();
  });
});
