import { ownership } from '@telltale/contract';

/** The alert menu (spec 2 §2.6): the least severity that the users of a group are told. */
export const alertLevels: readonly { severityMin: number; label: string }[] = [
  { severityMin: ownership.ALERT_LEVELS.none, label: 'None' },
  { severityMin: ownership.ALERT_LEVELS.importantUpdates, label: 'All important updates' },
  { severityMin: ownership.ALERT_LEVELS.warningOrAlarm, label: 'Warning or alarm' },
  { severityMin: ownership.ALERT_LEVELS.alarmOnly, label: 'Alarm only' },
];

/** The label of a stored level: scripts may have set one between those of the menu. */
export function alertLabel(severityMin: number): string {
  const known = alertLevels.find((level) => level.severityMin === severityMin);
  return known?.label ?? `Severity ${severityMin} and above`;
}
