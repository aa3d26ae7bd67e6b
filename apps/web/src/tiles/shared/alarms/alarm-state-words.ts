import { alarms } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain';

/** How an open alarm stands, where it is not merely open: acknowledged, escalated, or shelved until a time. */
export function alarmStateWords({ alarmStatus, shelved }: Pick<alarms.Alarm, 'alarmStatus' | 'shelved'>, zone: string) {
  if (shelved !== null) return `Shelved until ${formatDateTime(Date.parse(shelved.until), zone)}`;
  if (alarmStatus === alarms.ALARM_ACKNOWLEDGED) return 'Acknowledged';
  return alarmStatus === alarms.ALARM_ESCALATED ? 'Escalated' : '';
}
