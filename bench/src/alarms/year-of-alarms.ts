import { DatabaseSync } from 'node:sqlite';
import type { PortalProcess } from '../browser/portal-process.ts';

const ROWS_AT_ONCE = 10_000;
const YEAR_MS = 365 * 86_400_000;

/**
 * Puts a year of alarms into the database of a portal that does not run: each raised, one in five acknowledged, and closed. Some
 * alarms come in bouts, as they do where they chatter.
 */
export function writeYearOfAlarms(portal: PortalProcess, alarms: number, toMs: number): void {
  const db = new DatabaseSync(portal.databaseFile);
  const points = db
    .prepare(
      `select asset_id, alarm_definition_id, name, severity from assets
       join alarm_definitions using (asset_definition_id)`,
    )
    .all() as { asset_id: number; alarm_definition_id: number; name: string; severity: number }[];
  const insert = db.prepare(
    `insert into alarm_transitions (asset_id, alarm_definition_id, kind, time_ms, by_name, note, name, reason, severity,
       status, active, raised_ms, last_raised_ms, count, cause, shelved_until_ms, shelved_note, shelved_by,
       acknowledged_by, acknowledged_ms, ended_ms)
     values (?, ?, ?, ?, ?, '', ?, 'The relief valve may stick.', ?, ?, ?, ?, ?, 1,
       '_Pressure > 100 (_Pressure = 104.2)', null, '', '', ?, ?, ?)`,
  );
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  let bout = points[0];
  for (let n = 0; n < alarms; n++) {
    if (n % ROWS_AT_ONCE === 0) db.exec(n === 0 ? 'begin' : 'commit; begin');
    if (n % 5 === 0) bout = points[Math.floor(random() ** 3 * points.length)];
    if (!bout) throw new Error('There is no alarm to write of.');
    const { asset_id, alarm_definition_id, name, severity } = bout;
    const raised = Math.floor(toMs - YEAR_MS + ((n - (n % 5)) / alarms) * YEAR_MS + (n % 5) * 12_000);
    const ended = raised + 5_000 + Math.floor(random() * 600_000);
    const acted = random() < 0.2 ? raised + 4_000 : null;
    const by = acted === null ? '' : 'operator';
    insert.run(
      asset_id,
      alarm_definition_id,
      'raised',
      raised,
      'telltale',
      name,
      severity,
      1,
      1,
      raised,
      raised,
      '',
      null,
      null,
    );
    insert.run(
      asset_id,
      alarm_definition_id,
      'closed',
      ended,
      'telltale',
      name,
      severity,
      null,
      0,
      raised,
      raised,
      by,
      acted,
      ended,
    );
  }
  // People were told of them as they came.
  db.exec(
    `update alert_cursors set position = (select max(transition_id) from alarm_transitions) where source = 'alarm'`,
  );
  db.exec('commit');
  db.close();
}
