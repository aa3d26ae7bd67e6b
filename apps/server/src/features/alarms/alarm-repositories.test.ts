import type { AlarmDefinitionId, AssetDefinitionId, AssetId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#db/schema.ts';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { AlarmDefinitionRepository } from './alarm-definition-repository.ts';
import { AlarmOverrideRepository } from './alarm-override-repository.ts';
import { AlarmRepository, type AlarmState, type AlarmTransition } from './alarm-repository.ts';
import { OccurrenceRepository } from './health/occurrence-repository.ts';
import { type EndedAlarm, PastAlarmRepository } from './list/past-alarm-repository.ts';

async function anAsset(db: Kysely<Database>): Promise<{ assetId: AssetId; assetDefinitionId: AssetDefinitionId }> {
  const { asset_definition_id } = await db
    .insertInto('asset_definitions')
    .values({ asset_definition_name: 'Pump', name_key: 'pump', alias: '', created_ms: 1 })
    .returning('asset_definition_id')
    .executeTakeFirstOrThrow();
  const names = { serial_number: 'A', serial_key: 'a', asset_alias: '', description: '', token_hash: 'h' };
  const { asset_id } = await db
    .insertInto('assets')
    .values({ ...names, asset_definition_id, admin_id: 1, last_contact_ms: null, created_ms: 1 })
    .returning('asset_id')
    .executeTakeFirstOrThrow();
  return { assetId: asset_id as AssetId, assetDefinitionId: asset_definition_id as AssetDefinitionId };
}

describe.each(everyEngine())('alarms on $engine', ({ open }) => {
  let database: TestDatabase;
  let place: Awaited<ReturnType<typeof anAsset>>;
  let alarmDefinitionId: AlarmDefinitionId;
  let definitions: AlarmDefinitionRepository;
  let alarms: AlarmRepository;

  const fields = { name: "O'Hara \0 <b>", reason: 'r', severity: 2.5, escalation: 0.5, expiration: 0, jobId: 0 };
  const more = { selfAck: 1 as const, flee: '{"expression":"1 = 1"}', onDelay: 1, offDelay: 2, deadband: 0.25 };

  beforeEach(async () => {
    database = await open();
    definitions = new AlarmDefinitionRepository(database.db);
    alarms = new AlarmRepository(database.db);
    place = await anAsset(database.db);
    const made = await definitions.insert({ assetDefinitionId: place.assetDefinitionId, ...fields, ...more }, 5);
    alarmDefinitionId = made.alarmDefinitionId;
  });
  afterEach(() => database.close());

  const aState = (changed: Partial<AlarmState> = {}): AlarmState => ({
    assetId: place.assetId,
    alarmDefinitionId,
    status: 1,
    active: true,
    raisedMs: 1_700_000_000_000,
    lastRaisedMs: 1_700_000_000_000,
    count: 1,
    cause: '_P > 3',
    causeNumbers: '[{"start":5,"end":6,"dataItemId":1,"unit":"psi"}]',
    shelvedUntilMs: null,
    shelvedNote: '',
    shelvedBy: '',
    acknowledgedBy: '',
    acknowledgedMs: null,
    ...changed,
  });
  const aTransition = (timeMs: number, changed: Partial<AlarmTransition> = {}): AlarmTransition => {
    const texts = { user: 'telltale', note: '', name: 'n', reason: 'r', severity: 1 };
    return { ...aState(), kind: 'raised', timeMs, ...texts, ...changed };
  };

  it('keep definitions with every field, and numbers as numbers', async () => {
    const [stored] = await definitions.listOfDefinition(place.assetDefinitionId);
    const name = "O'Hara \uFFFD <b>";
    expect(stored).toEqual({ alarmDefinitionId, assetDefinitionId: place.assetDefinitionId, ...fields, ...more, name });
    await definitions.update({ ...(stored as NonNullable<typeof stored>), selfAck: 0, deadband: 1e-9 });
    expect(await definitions.find(alarmDefinitionId)).toMatchObject({ selfAck: 0, deadband: 1e-9 });
    await definitions.delete(alarmDefinitionId);
    expect(await definitions.list()).toEqual([]);
  });

  it('are saved over what was there before', async () => {
    await alarms.save([aState()], 1);
    const changed = aState({
      status: null,
      active: false,
      count: 7,
      shelvedUntilMs: 5,
      shelvedNote: 'x',
      shelvedBy: 'y',
      acknowledgedBy: 'z',
      acknowledgedMs: 6,
    });
    await alarms.save([changed], 2);
    expect(await alarms.list()).toEqual([changed]);
    await definitions.delete(alarmDefinitionId);
    expect(await alarms.list()).toEqual([]);
  });

  it('are told as they were at each time, by the last thing that had happened', async () => {
    await alarms.append([
      aTransition(100),
      aTransition(200, { kind: 'again', count: 2 }),
      aTransition(300, { kind: 'acknowledged', status: 2, count: 2 }),
      aTransition(300, { kind: 'closed', status: null, count: 2 }),
      aTransition(400),
    ]);
    const countAt = async (timeMs: number) =>
      (await alarms.listOpenAt(place.assetId, timeMs)).map(({ count, status }) => [count, status]);
    expect(await countAt(99)).toEqual([]);
    expect(await countAt(100)).toEqual([[1, 1]]);
    expect(await countAt(250)).toEqual([[2, 1]]);
    expect(await countAt(300)).toEqual([]);
    expect(await countAt(500)).toEqual([[1, 1]]);
    const filter = { assetId: place.assetId, fromMs: 200, toMs: 300, limit: 2, offset: 1 };
    const [page, total] = await alarms.listTransitions(filter);
    expect([page.map(({ kind }) => kind), total]).toEqual([['acknowledged', 'again'], 3]);
  });

  it('are found by a span of time that they were open in, whole or in part', async () => {
    const ended = (timeMs: number, raisedMs: number, kind: 'closed' | 'expired' = 'closed') =>
      aTransition(timeMs, { kind, status: null, raisedMs });
    await alarms.append([
      aTransition(100, { raisedMs: 100 }),
      ended(300, 100),
      ended(500, 400, 'expired'),
      ended(900, 600),
    ]);
    const endsIn = async (fromMs: number, toMs: number, limit = 10) =>
      (await alarms.listEnds(place.assetId, fromMs, toMs, limit)).map(({ raisedMs, timeMs }) => [raisedMs, timeMs]);
    expect(await endsIn(0, 99)).toEqual([]);
    expect(await endsIn(150, 200)).toEqual([[100, 300]]);
    expect(await endsIn(300, 400)).toEqual([
      [400, 500],
      [100, 300],
    ]);
    expect(await endsIn(301, 399)).toEqual([]);
    expect(await endsIn(0, 1_000, 1)).toEqual([[600, 900]]);
    expect(await alarms.listEnds(999 as AssetId, 0, 1_000, 10)).toEqual([]);
  });

  it('are listed by what they are found by, the last end first, in portions that leave out nothing and repeat nothing', async () => {
    const ends = [300, 100, 200, 200, 200].map((timeMs, raisedMs) =>
      aTransition(timeMs, { kind: 'closed', status: null, raisedMs, name: `n${raisedMs}` }),
    );
    await alarms.append([...ends, aTransition(400)]);
    const past = new PastAlarmRepository(database.db);
    const seen: EndedAlarm[] = [];
    for (let portion = await past.listEnded(undefined, 2); portion.length > 0; ) {
      seen.push(...portion);
      portion = await past.listEnded([place.assetId], 2, portion.at(-1));
    }
    expect(seen.map(({ name, reason, raisedMs, endedMs }) => [name, reason, raisedMs, endedMs])).toEqual([
      ['n0', 'r', 0, 300],
      ['n4', 'r', 4, 200],
      ['n3', 'r', 3, 200],
      ['n2', 'r', 2, 200],
      ['n1', 'r', 1, 100],
    ]);
    expect(seen[0]).toMatchObject({ assetId: place.assetId, alarmDefinitionId });
    expect(await past.listEnded([], 2)).toEqual([]);
    expect(await past.listEnded([999 as AssetId], 2)).toEqual([]);
  });

  it('are counted in pages, none left out or twice however many ended in one millisecond', async () => {
    const ends = [100, 200, 200, 200, 200, 200, 300, 400, 400, 500].map((timeMs, i) =>
      aTransition(timeMs, {
        kind: 'closed',
        status: null,
        active: i === 3,
        raisedMs: i,
        user: i === 3 ? 'ada' : 'telltale',
        acknowledgedMs: i === 5 ? 150 : null,
      }),
    );
    const again = [250, 250, 250, 250, 350].map((timeMs, i) => aTransition(timeMs, { kind: 'again', raisedMs: i }));
    await alarms.append([...again.toReversed(), ...ends]);
    for (const page of [1, 2, 3, 100]) {
      const repository = new OccurrenceRepository(database.db, page);
      const seen: number[][] = [];
      await repository.ends({ fromMs: 200, toMs: 8 }, (...one) => seen.push(one.map(Number)));
      seen.sort((a, b) => (a[2] as number) - (b[2] as number));
      const { assetId } = place;
      expect([page, seen]).toEqual([
        page,
        [1, 2, 3, 4, 5, 6, 7, 8].map((i) => {
          const endedMs = ends[i]?.timeMs ?? 0;
          const actedMs = i === 3 ? endedMs : i === 5 ? 150 : Number.NaN;
          return [assetId, alarmDefinitionId, i, endedMs, actedMs];
        }),
      ]);
      const times: number[] = [];
      await repository.between('again', { fromMs: 250, toMs: 349 }, (_asset, _alarm, raisedMs, timeMs) => {
        times.push(timeMs);
        expect(raisedMs).toBeLessThan(4);
      });
      expect(times).toEqual([250, 250, 250, 250]);
      const none = { fromMs: 0, toMs: 500, alarmDefinitionId: (alarmDefinitionId + 1) as AlarmDefinitionId };
      await repository.ends(none, () => expect.unreachable());
      await repository.between('commented', { fromMs: 0, toMs: 500 }, () => expect.unreachable());
    }
  });

  it('outlive their definition in what is told of them, and end with their asset', async () => {
    await alarms.append([aTransition(100)]);
    await definitions.delete(alarmDefinitionId);
    expect(await alarms.listOpenAt(place.assetId, 100)).toHaveLength(1);
    expect(await alarms.listExisting([place.assetId, 999 as AssetId])).toEqual(new Set([place.assetId]));
    await database.db.deleteFrom('assets').execute();
    expect(await alarms.listOpenAt(place.assetId, 100)).toEqual([]);
  });

  it('have overrides, one per asset and definition', async () => {
    const overrides = new AlarmOverrideRepository(database.db);
    const one = { assetId: place.assetId, alarmDefinitionId, overrideMethod: 1 as const, expression: '{}' };
    await overrides.put(one);
    await overrides.put({ ...one, overrideMethod: 3 });
    expect(await overrides.list()).toEqual([{ ...one, overrideMethod: 3 }]);
    expect(await overrides.listOfAsset(place.assetId)).toHaveLength(1);
  });
});
