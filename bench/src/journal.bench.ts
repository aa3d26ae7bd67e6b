/**
 * How soon words are found in the journal. `BENCH_ENTRIES` says how many entries there are, a million when it is left out;
 * `BENCH_DATABASE_URL` names an empty PostgreSQL database, on which the same is measured beside SQLite.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminId, AssetId } from '@telltale/contract';
import { openDatabase } from '@telltale/server/db/database.ts';
import { migrate } from '@telltale/server/db/migrate.ts';
import { AssetRepository } from '@telltale/server/features/assets/asset-repository.ts';
import { AssetDefinitionRepository } from '@telltale/server/features/definitions/asset-definition-repository.ts';
import type { JournalFilter } from '@telltale/server/journal/journal-filter.ts';
import { JournalRepository } from '@telltale/server/journal/journal-repository.ts';
import { head, row, timed } from './alarms/report.ts';

const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 1_000_000);
const DATABASE_URL = process.env.BENCH_DATABASE_URL;
const PORTION = 10_000;
const ROUNDS = 20;
const FIRST_MS = 1_600_000_000_000;
/** Admin units, each with as many assets and people: the entries of one are one in so many. */
const UNITS = 50;
const ASSETS = 10_000;
const PARTS = ['pump', 'tank', 'compressor', 'generator', 'separator', 'well', 'rig', 'meter'];
const VERBS = ['changed', 'created', 'deleted', 'acknowledged', 'exported', 'renamed'];

/** One in a thousand is about the flare, every second one about an attribute. */
function entry(n: number) {
  const [part, verb] = [PARTS[n % PARTS.length], VERBS[n % VERBS.length]];
  const what = n % 2 === 0 ? `attribute setpoint ${n % 500} ${verb}` : `${part} ${n % 10_000} ${verb}`;
  return {
    kind: n % 2 === 0 ? 'attribute' : 'asset',
    what: n % 1_000 === 7 ? `${what} at the flare` : what,
    ...(n % 3 === 0 ? { assetId: (1 + (n % ASSETS)) as AssetId } : {}),
    before: { attributeName: `Setpoint ${n % 500}`, attributeValue: String(n * 7) },
    after: { attributeName: `Setpoint ${n % 500}`, attributeValue: String(n * 11), note: `shift ${n % 40} of ${part}` },
    by: {
      name: `operator${n % 200}@example.com`,
      userId: n % 200,
      adminId: 1 + (n % UNITS),
      address: `10.0.${n % 250}.7`,
    },
    timeMs: FIRST_MS + n * 100,
  };
}

/** Units below the first, and assets of all of them in turn. */
async function makeUnits(db: ReturnType<typeof openDatabase>): Promise<void> {
  const units = Array.from({ length: UNITS - 1 }, (_, n) => ({ admin_id: n + 2, admin_name: `Unit ${n + 2}` }));
  await db
    .insertInto('admin_units')
    .values(units.map((unit) => ({ ...unit, parent_admin_id: 1 })))
    .execute();
  const definition = await new AssetDefinitionRepository(db).insert('Pump', '', 0);
  if (!definition) throw new Error('The database is not new.');
  const { assetDefinitionId } = definition;
  const assets = new AssetRepository(db);
  for (let n = 0; n < ASSETS; n++) {
    await assets.insert({
      assetDefinitionId,
      adminId: (1 + (n % UNITS)) as AdminId,
      serialNumber: `PS-${n}`,
      assetAlias: '',
      description: '',
      tokenHash: `token of ${n}`,
      createdMs: 0,
    });
  }
}

const searches: readonly [string, JournalFilter, AdminId?][] = [
  ['a word of one entry in a thousand: flare', { text: 'flare' }],
  ['a word of one entry: 10999989', { text: String((ENTRIES - 1) * 11) }],
  ['a word of every second entry: attribute', { text: 'attribute' }],
  ['the beginning of words of all: s', { text: 's' }],
  ['two common words: setpoint changed', { text: 'setpoint changed' }],
  ['three words: pump 4999 created', { text: 'pump 4999 created' }],
  ['a name and a word: operator77 renamed', { text: 'operator77 renamed' }],
  ['no such word: zzz', { text: 'zzz' }],
  ['a word and a kind: flare, asset', { text: 'flare', kind: 'asset' }],
  ['a word in a unit of 50: flare', { text: 'flare' }, 7 as AdminId],
  ['a common word in a unit of 50: attribute', { text: 'attribute' }, 7 as AdminId],
];

const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-'));
const engines = [
  ['SQLite', { file: join(folder, 'journal.db') }],
  ...(DATABASE_URL === undefined ? [] : [['PostgreSQL', { url: DATABASE_URL }]]),
] as [string, Parameters<typeof openDatabase>[0]][];
for (const [engine, at] of engines) {
  const db = openDatabase(at, { onError: (error) => console.error(error) });
  await migrate(db);
  await makeUnits(db);
  const journal = new JournalRepository(db);
  const began = performance.now();
  for (let first = 0; first < ENTRIES; first += PORTION) {
    const entries = Array.from({ length: Math.min(PORTION, ENTRIES - first) }, (_, n) => entry(first + n));
    await db.transaction().execute((trx) => journal.insert(entries, trx));
  }
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `\n${engine}: ${ENTRIES} entries written in ${seconds.toFixed(0)} s, ${(ENTRIES / seconds).toFixed(0)}/s\n`,
  );
  head('first page of 200 and how many there are');
  for (const [name, filter, unit] of searches) {
    const took = await timed(ROUNDS, () => journal.list(filter, { limit: 200, offset: 0 }, unit));
    row(name, took, '200');
  }
  await db.destroy();
}
await rm(folder, { recursive: true, force: true });
