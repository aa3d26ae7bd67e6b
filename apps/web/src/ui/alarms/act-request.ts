import type { alarmLists } from '@telltale/contract';

/** What shall be done with alarms. */
export interface ActRequest {
  act: alarmLists.AlarmAct;
  note?: string;
  /** ISO 8601; of shelving. */
  until?: string;
}
