import { sql } from 'kysely';
import { z } from 'zod';
import type { AnyDatabase } from '../dialects/any-database.ts';
import { makeAppendOnly, makeChangeable } from '../dialects/append-only.ts';

const KEY = 'patientinfo';
const journalled = z.object({ attributeValue: z.string() });

interface Change {
  journal_id: number;
  asset_id: number;
  time_ms: number;
  by_name: string;
  before: string | null;
  after: string | null;
}

interface Version {
  info: string | null;
  set_ms: number;
  by_name: string;
}

/** Patient information has a table of its own, each of its versions in a row; the journal forgets what it said. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('patient_info')
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('set_ms', 'bigint', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('info', 'text')
    .addPrimaryKeyConstraint('patient_info_key', ['asset_id', 'version'])
    .execute();
  const changes = Map.groupBy(await changesInJournal(db), ({ asset_id }) => asset_id);
  const stored = await db
    .selectFrom('asset_attributes')
    .select(['asset_id', 'attribute_value'])
    .where('attribute_key', '=', KEY)
    .execute();
  const current = new Map(stored.map(({ asset_id, attribute_value }) => [Number(asset_id), String(attribute_value)]));
  const assets = await db.selectFrom('assets').select(['asset_id', 'created_ms']).execute();
  for (const asset of assets) {
    const assetId = Number(asset.asset_id);
    const versions = versionsOf(changes.get(assetId) ?? [], current.get(assetId), Number(asset.created_ms));
    for (const [index, version] of versions.entries()) {
      await db
        .insertInto('patient_info')
        .values({ asset_id: assetId, version: index + 1, ...version })
        .execute();
    }
  }
  await db.deleteFrom('asset_attributes').where('attribute_key', '=', KEY).execute();
  await makeChangeable(db, 'journal');
  await db
    .updateTable('journal')
    .set({ before: null, after: null })
    .where('kind', '=', 'attribute')
    .where(ofPatient)
    .execute();
  await makeAppendOnly(db, 'journal');
}

/** What the journal once said does not come back. */
export async function down(db: AnyDatabase): Promise<void> {
  const newest = await db
    .selectFrom('patient_info')
    .select(['asset_id', 'info'])
    .orderBy('asset_id')
    .orderBy('version')
    .execute();
  const current = new Map(newest.map(({ asset_id, info }) => [Number(asset_id), info as string | null]));
  for (const [assetId, info] of current) {
    if (info === null) continue;
    const row = { asset_id: assetId, attribute_key: KEY, attribute_name: 'PatientInfo', attribute_value: info };
    await db.insertInto('asset_attributes').values(row).execute();
  }
  await db.schema.dropTable('patient_info').execute();
}

const ofPatient = () => sql<boolean>`lower(what) = ${`attribute ${KEY}`}`;

async function changesInJournal(db: AnyDatabase): Promise<Change[]> {
  const rows = await db
    .selectFrom('journal')
    .select(['journal_id', 'asset_id', 'time_ms', 'by_name', 'before', 'after'])
    .where('kind', '=', 'attribute')
    .where('asset_id', 'is not', null)
    .where(ofPatient)
    .orderBy('journal_id')
    .execute();
  return rows.map((row) => ({
    ...(row as unknown as Change),
    asset_id: Number(row.asset_id),
    time_ms: Number(row.time_ms),
  }));
}

/** Each state that it had, oldest first. */
function versionsOf(changes: readonly Change[], current: string | undefined, createdMs: number): Version[] {
  const versions: Version[] = [];
  const first = changes[0] ? textOf(changes[0].before) : (current ?? null);
  if (first !== null) versions.push({ info: first, set_ms: createdMs, by_name: '' });
  for (const { time_ms, by_name, after } of changes) versions.push({ info: textOf(after), set_ms: time_ms, by_name });
  return versions;
}

function textOf(json: string | null): string | null {
  return json === null ? null : journalled.parse(JSON.parse(json)).attributeValue;
}
