import type { AdminId, AssetId } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { UnitOfWork } from '#db/unit-of-work.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { Journal } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { AssetCoordinatesRepository } from '../asset-coordinates-repository.ts';
import { AssetRepository } from '../asset-repository.ts';
import { OldSteps, retentionOfSteps } from './old-steps.ts';

const WHY = { reason: 'age', days: 30 };
const EDGE = 1_000;

/** `p`: a place that people set, `d`: one that the device reported, `x`: people took it away; with its time. */
type Step = readonly ['p' | 'd' | 'x', number];

describe.each(everyEngine())('old steps on $engine', ({ open }) => {
  let database: TestDatabase;
  let positions: AssetCoordinatesRepository;
  let old: OldSteps;

  beforeEach(async () => {
    database = await open();
    positions = new AssetCoordinatesRepository(database.db);
    const journal = new Journal(new JournalRepository(database.db), { now: () => 5_000 });
    old = new OldSteps(new UnitOfWork(database.db, journal));
  });
  afterEach(() => database.close());

  async function anAsset(serialNumber: string, steps: readonly Step[]): Promise<AssetId> {
    const { db } = database;
    const definitions = new AssetDefinitionRepository(db);
    const definition = (await definitions.findByName('Truck')) ?? (await definitions.insert('Truck', '', 1));
    const made = await new AssetRepository(db).insert({
      ...{ serialNumber, assetAlias: '', description: '', tokenHash: serialNumber, createdMs: 1 },
      ...{ assetDefinitionId: definition!.assetDefinitionId, adminId: 1 as AdminId },
    });
    for (const [what, setMs] of steps) {
      // The place tells which step it is of.
      const step = { assetId: made!.assetId, latitude: setMs / 100, longitude: 5, setMs };
      if (what === 'x') await positions.clear(step);
      else await positions.append({ ...step, ...(what === 'd' ? { isReported: true as const } : {}) });
    }
    return made!.assetId;
  }
  const wayOf = async (assetId: AssetId) =>
    (await positions.listBetween(assetId, 0, 1e6, 1_000)).map(({ setMs, isCleared }) => (isCleared ? -setMs : setMs));
  const entries = async () =>
    (await database.db.selectFrom('journal').selectAll().orderBy('journal_id').execute()).map((row) => ({
      ...{ kind: row.kind, what: row.what, by: row.by_name },
      after: JSON.parse(row.after ?? ''),
    }));

  it.each<[string, Step[], number[]]>([
    [
      'all that was over before the edge goes',
      [
        ['d', 100],
        ['d', 200],
        ['d', 900],
        ['d', 1_100],
      ],
      [900, 1_100],
    ],
    [
      'a step at the edge itself is none of before',
      [
        ['d', 900],
        ['d', EDGE],
        ['d', 1_100],
      ],
      [900, EDGE, 1_100],
    ],
    [
      'the newest stays, however old',
      [
        ['d', 100],
        ['d', 200],
      ],
      [200],
    ],
    [
      'what people set stays',
      [
        ['p', 100],
        ['p', 200],
        ['d', 1_100],
      ],
      [100, 200, 1_100],
    ],
    [
      'after a place of people nothing is known where steps are gone',
      [
        ['p', 100],
        ['d', 200],
        ['d', 300],
        ['d', 900],
      ],
      [100, -200, 900],
    ],
    [
      'also where the steps are between two of theirs',
      [
        ['p', 100],
        ['d', 200],
        ['d', 300],
        ['p', 400],
      ],
      [100, -200, 400],
    ],
    [
      'where people took it away nothing was known anyway',
      [
        ['x', 100],
        ['d', 200],
        ['d', 300],
        ['p', 400],
      ],
      [-100, 400],
    ],
    [
      'one step after a place of people is the time from which nothing is known',
      [
        ['p', 100],
        ['d', 200],
        ['p', 400],
      ],
      [100, -200, 400],
    ],
    [
      'of steps of one time the last one is in force',
      [
        ['d', 900],
        ['d', 900],
        ['d', 1_100],
      ],
      [900, 1_100],
    ],
  ])('%s', async (_, steps, left) => {
    const assetId = await anAsset('a', steps);
    const current = await positions.findCurrent(assetId);
    for (let turn = 0; turn < 2; turn++) await old.drop(EDGE, [assetId], WHY);
    expect(await wayOf(assetId)).toEqual(left);
    expect(await positions.findCurrent(assetId)).toEqual(current);
    const gone = steps.length - left.length + left.filter((setMs, n) => setMs < 0 && steps[n]?.[0] === 'd').length;
    expect(await entries()).toEqual(
      gone === 0
        ? []
        : [
            {
              ...{ kind: 'retention', what: 'old positions dropped', by: 'telltale' },
              after: { before: new Date(EDGE).toISOString(), positions: gone, ...WHY },
            },
          ],
    );
  });

  it('says at any time where the asset was, or nothing, and from the edge on what it said before', async () => {
    // Every order of four steps, with a last one after the edge and without.
    const kinds = ['p', 'd', 'x'] as const;
    const ways = kinds.flatMap((a) => kinds.flatMap((b) => kinds.flatMap((c) => kinds.map((d) => [a, b, c, d]))));
    const assetIds: AssetId[] = [];
    for (const [n, way] of ways.entries()) {
      const steps = way.map((kind, at): Step => [kind, (at + 1) * 200]);
      assetIds.push(await anAsset(`way ${n}`, n % 2 === 0 ? steps : [...steps, ['d', 1_100]]));
    }
    const times = [100, 200, 300, 400, 500, 600, 700, 800, 999, EDGE, 1_099, 1_100, 2_000];
    const told = async () => {
      const places: (number | undefined)[][] = [];
      for (const assetId of assetIds) {
        const at = await Promise.all(times.map((timeMs) => positions.findAt(assetId, timeMs)));
        places.push(at.map((place) => place?.latitude));
      }
      return places;
    };
    const before = await told();
    // The edge moves on, as it does each hour.
    for (const edge of [450, 650, EDGE]) await old.drop(edge, assetIds, WHY);
    for (const [asset, places] of (await told()).entries()) {
      for (const [n, latitude] of places.entries()) {
        const was = before[asset]?.[n];
        if (times[n]! >= EDGE - 1) expect([ways[asset], times[n], latitude]).toEqual([ways[asset], times[n], was]);
        else expect([was, undefined]).toContain(latitude);
      }
    }
    const left = await database.db.selectFrom('asset_coordinates').selectAll().execute();
    expect(left.filter((row) => row.is_reported === 0)).toHaveLength(ways.flat().filter((kind) => kind !== 'd').length);
    const known = left.filter((row) => row.is_reported === 1 && row.is_cleared === 0 && row.set_ms < EDGE);
    expect(known.length).toBeLessThanOrEqual(assetIds.length);
  });

  it('run twice at once drops each step once and counts it once, in units of a few', async () => {
    const steps = Array.from({ length: 40 }, (_, n): Step => ['d', 10 + n]);
    const assetIds = [await anAsset('a', steps), await anAsset('b', [['p', 5], ...steps]), await anAsset('c', [])];
    const another = await anAsset('d', steps);
    await Promise.all([old.drop(EDGE, assetIds, WHY, 7), old.drop(EDGE, assetIds, WHY, 7)]);
    expect(await Promise.all(assetIds.map(wayOf))).toEqual([[49], [5, -10, 49], []]);
    expect(await wayOf(another)).toHaveLength(40);
    const dropped = (await entries()).map(({ after }) => after.positions);
    expect(dropped.length).toBeGreaterThan(10);
    expect(Math.max(...dropped)).toBeLessThanOrEqual(7);
    expect(dropped.reduce((sum, one) => sum + one, 0)).toBe(78);
  });
});

describe('how long steps are kept', () => {
  const item = (assetId: number, labelKey: string, days: number) => ({ assetId: assetId as AssetId, labelKey, days });
  it.each([
    ['as all history is', [item(1, 'pressure', 5)], 30, []],
    ['as the longer of the two readings', [item(1, 'latitude', 5), item(1, 'longitude', 9)], 30, [[1, 9]]],
    ['as the other one, which has no days of its own', [item(1, 'latitude', 5)], 30, [[1, 30]]],
    [
      'longer, where one is kept longer',
      [item(1, 'longitude', 90), item(2, 'latitude', 60)],
      30,
      [
        [1, 90],
        [2, 60],
      ],
    ],
    ['for ever, where one of the two is', [item(1, 'latitude', 5)], 0, []],
    ['not for ever, where both have days', [item(1, 'latitude', 5), item(1, 'longitude', 5)], 0, [[1, 5]]],
  ])('%s', (_, items, generalDays, kept) => {
    expect(retentionOfSteps(items, generalDays).map(({ key, days }) => [key, days])).toEqual(kept);
  });
});
