import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { StoredLine } from './handover-content.ts';
import { CHANGED, changeLine, OVERRIDDEN } from './handover-lines.ts';
import { ASSET_NAME, type HandoverSpan, MOST_LINES } from './handover-span.ts';

/** What was changed by the unit's people: the journal knows of each who made it. */
export async function changeLines(db: Kysely<Database>, { adminId, after, upTo }: HandoverSpan): Promise<StoredLine[]> {
  const rows = await db
    .selectFrom('journal')
    .leftJoin('assets', 'assets.asset_id', 'journal.asset_id')
    .select(['journal_id', 'time_ms', 'kind', 'what', 'before', 'after', 'by_name', 'journal.asset_id'])
    .select(ASSET_NAME.as('asset_name'))
    .where('journal_id', '>', after.journal)
    .where('journal_id', '<=', upTo.journal)
    .where('journal.admin_id', '=', adminId)
    .where((where) =>
      where.or([
        where.and([where('kind', 'in', Object.keys(CHANGED)), where('journal.asset_id', 'is', null)]),
        where.and([where('kind', '=', 'alarm'), where('what', 'like', OVERRIDDEN)]),
      ]),
    )
    .orderBy('time_ms')
    .orderBy('journal_id')
    .limit(MOST_LINES + 1)
    .execute();
  const definitions = await db
    .selectFrom('asset_definitions')
    .select(['asset_definition_id as id', 'asset_definition_name as name'])
    .execute();
  const alarms = await db.selectFrom('alarm_definitions').select(['alarm_definition_id as id', 'name']).execute();
  const byId = (named: { id: number; name: string }[]) => new Map(named.map(({ id, name }) => [id, name]));
  return rows.map((row) => changeLine(row, { definitions: byId(definitions), alarms: byId(alarms) }));
}
