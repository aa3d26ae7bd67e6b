import type { AlarmDefinitionId, AssetId } from '@telltale/contract';
import type { Portal } from './portal.ts';

export interface AlarmChange {
  active: boolean;
  timeMs: number;
}

/** When an alarm was raised and closed, in the order in which the portal did it. */
export async function alarmChanges(
  { context: { db }, contexts }: Portal,
  assetId: AssetId,
  alarmDefinitionId: AlarmDefinitionId,
): Promise<AlarmChange[]> {
  for (const { alarmService } of contexts) await alarmService.settled();
  const rows = await db
    .selectFrom('alarm_transitions')
    .select(['kind', 'time_ms'])
    .where('asset_id', '=', assetId)
    .where('alarm_definition_id', '=', alarmDefinitionId)
    .orderBy('transition_id')
    .execute();
  return rows.map(({ kind, time_ms }) => ({ active: kind !== 'closed', timeMs: time_ms }));
}

/** When a condition would have been raised and closed, but for the end of the range, with which ends what goes on. */
export async function backtestedChanges(
  portal: Portal,
  { assetId, fromMs, toMs }: { assetId: AssetId; fromMs: number; toMs: number },
  condition: object,
): Promise<AlarmChange[]> {
  const admin = await portal.as('admin');
  const { status, body, text } = await admin.post<{ intervals: { from: string; to: string }[] }>(
    '/api/ef/alarmdefinitions/backtest',
    { assetId, from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), ...condition },
  );
  if (status !== 200) throw new Error(`The backtest answered ${status}: ${text}`);
  const changes = body.intervals.flatMap(({ from, to }) => [
    { active: true, timeMs: Date.parse(from) },
    { active: false, timeMs: Date.parse(to) },
  ]);
  return changes.filter(({ active, timeMs }) => active || timeMs < toMs);
}
