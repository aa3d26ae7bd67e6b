import { openDatabase } from '@telltale/server/db/database.ts';
import type { PortalProcess } from '../browser/portal-process.ts';

/** So many rows a statement of SQLite takes. */
const ROWS_AT_ONCE = 1_000;
const YEAR_MS = 365 * 86_400_000;

/**
 * Puts a year of alarms into the database of a portal that does not run: each raised, one in five acknowledged, and closed. Some
 * alarms come in bouts, as they do where they chatter.
 */
export async function writeYearOfAlarms(portal: PortalProcess, alarms: number, toMs: number): Promise<void> {
  const db = openDatabase(portal.database);
  const points = await db
    .selectFrom('assets')
    .innerJoin('alarm_definitions', 'alarm_definitions.asset_definition_id', 'assets.asset_definition_id')
    .select(['asset_id', 'alarm_definition_id', 'name', 'severity'])
    .orderBy('asset_id')
    .orderBy('alarm_definition_id')
    .execute();
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  let bout = points[0];
  const transitionsOf = (n: number) => {
    if (n % 5 === 0) bout = points[Math.floor(random() ** 3 * points.length)];
    if (!bout) throw new Error('There is no alarm to write of.');
    const raised = Math.floor(toMs - YEAR_MS + ((n - (n % 5)) / alarms) * YEAR_MS + (n % 5) * 12_000);
    const ended = raised + 5_000 + Math.floor(random() * 600_000);
    const acted = random() < 0.2 ? raised + 4_000 : null;
    const common = {
      ...bout,
      ...{ by_name: 'telltale', note: '', reason: 'The relief valve may stick.' },
      ...{ raised_ms: raised, last_raised_ms: raised, count: 1, cause: '_Pressure > 100 (_Pressure = 104.2)' },
      ...{ shelved_until_ms: null, shelved_note: '', shelved_by: '' },
    };
    const open = { acknowledged_by: '', acknowledged_ms: null, ended_ms: null };
    const closed = { acknowledged_by: acted === null ? '' : 'operator', acknowledged_ms: acted, ended_ms: ended };
    return [
      { ...common, ...open, kind: 'raised' as const, time_ms: raised, status: 1, active: 1 },
      { ...common, ...closed, kind: 'closed' as const, time_ms: ended, status: null, active: 0 },
    ];
  };
  await db.transaction().execute(async (trx) => {
    for (let first = 0; first < alarms; first += ROWS_AT_ONCE / 2) {
      const some = Math.min(ROWS_AT_ONCE / 2, alarms - first);
      const rows = Array.from({ length: some }, (_, n) => transitionsOf(first + n)).flat();
      await trx.insertInto('alarm_transitions').values(rows).execute();
    }
    // People were told of them as they came.
    const { newest } = await trx
      .selectFrom('alarm_transitions')
      .select((select) => select.fn.max('transition_id').as('newest'))
      .executeTakeFirstOrThrow();
    await trx.updateTable('alert_cursors').set({ position: newest }).where('source', '=', 'alarm').execute();
  });
  await db.destroy();
}
