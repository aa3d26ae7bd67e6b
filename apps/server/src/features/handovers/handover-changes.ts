import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { StoredLine } from './handover-content.ts';
import { CHANGED, changeLine, OVERRIDDEN } from './handover-lines.ts';
import { ASSET_NAME, type HandoverSpan, MOST_LINES } from './handover-span.ts';

/** Of these what others change concerns who has assets of the definition. What they do to their systems does not. */
const SHARED = Object.keys(CHANGED).filter((kind) => kind !== 'system definition');
const ROWS_PER_READ = 1_000;

/**
 * What was changed by the unit's people, and by others what the unit's assets go by: their definitions and dashboards, and what
 * differs for one of them.
 */
export async function changeLines(db: Kysely<Database>, span: HandoverSpan): Promise<StoredLine[]> {
  const { adminId } = span;
  const definitions = await db
    .selectFrom('asset_definitions')
    .select(['asset_definition_id as id', 'asset_definition_name as name'])
    .execute();
  const alarms = await db.selectFrom('alarm_definitions').select(['alarm_definition_id as id', 'name']).execute();
  const byId = (named: { id: number; name: string }[]) => new Map(named.map(({ id, name }) => [id, name]));
  const names = { definitions: byId(definitions), alarms: byId(alarms) };
  const rows = await entries(db, span)
    .where((where) =>
      where.or([
        where.and([
          where('journal.admin_id', '=', adminId),
          where('kind', 'in', Object.keys(CHANGED)),
          where('journal.asset_id', 'is', null),
        ]),
        where.and([
          where.or([where('journal.admin_id', '=', adminId), where('assets.admin_id', '=', adminId)]),
          where('kind', '=', 'alarm'),
          where('what', 'like', OVERRIDDEN),
        ]),
      ]),
    )
    .limit(MOST_LINES + 1)
    .execute();
  const found: Found[] = rows.map((row) => ({ row, line: lineOf(row) }));
  const others = await db
    .selectFrom('assets')
    .select('asset_definition_id')
    .where('admin_id', '=', adminId)
    .distinct()
    .execute();
  const ofUnit = new Set<number | null>(others.map((one) => one.asset_definition_id));
  for (let last = { time_ms: -1, journal_id: 0 }, count = 0; count <= MOST_LINES; ) {
    const page = await entries(db, span)
      .where('journal.admin_id', '!=', adminId)
      .where('kind', 'in', SHARED)
      .where('journal.asset_id', 'is', null)
      .where((where) =>
        where.or([
          where('time_ms', '>', last.time_ms),
          where.and([where('time_ms', '=', last.time_ms), where('journal_id', '>', last.journal_id)]),
        ]),
      )
      .limit(ROWS_PER_READ)
      .execute();
    // Which definition it is of stands in what was written down.
    const ours = page
      .map((row) => ({ row, line: lineOf(row) }))
      .filter(({ line }) => ofUnit.has(line.assetDefinitionId));
    found.push(...ours);
    count += ours.length;
    const end = page.at(-1);
    if (!end || page.length < ROWS_PER_READ) break;
    last = end;
  }
  return found
    .sort(({ row: a }, { row: b }) => a.time_ms - b.time_ms || a.journal_id - b.journal_id)
    .slice(0, MOST_LINES + 1)
    .map(({ line }) => line);

  function lineOf(row: Entry): StoredLine {
    const line = changeLine(row, names);
    // People are known to their own unit.
    return row.admin_id === adminId ? line : { ...line, user: '', state: `${line.state}, by another unit` };
  }
}

interface Found {
  readonly row: Entry;
  readonly line: StoredLine;
}

type Entry = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

/** Of the span, in order. */
function entries(db: Kysely<Database>, { after, upTo }: HandoverSpan) {
  return db
    .selectFrom('journal')
    .leftJoin('assets', 'assets.asset_id', 'journal.asset_id')
    .select([
      'journal_id',
      'time_ms',
      'kind',
      'what',
      'before',
      'after',
      'by_name',
      'journal.asset_id',
      'journal.admin_id',
    ])
    .select(ASSET_NAME.as('asset_name'))
    .where('journal_id', '>', after.journal)
    .where('journal_id', '<=', upTo.journal)
    .orderBy('time_ms')
    .orderBy('journal_id');
}
