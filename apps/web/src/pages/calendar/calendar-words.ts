import { IconCheck, IconClock, IconProgress, IconX, type TablerIcon } from '@tabler/icons-react';
import type { calendar, events } from '@telltale/contract';
import { OVERDUE_EVENT_NAME } from '@telltale/contract/api/maintenance/parts.ts';

/** What a status is called (spec 1 §3), and what stands for it beside its colour. */
export const statuses: readonly { status: events.EventStatus; word: string; icon: TablerIcon }[] = [
  { status: 1, word: 'Requested', icon: IconClock },
  { status: 2, word: 'In Progress', icon: IconProgress },
  { status: 3, word: 'Completed', icon: IconCheck },
  { status: 0, word: 'Cancelled', icon: IconX },
];

export const statusOf = (status: events.EventStatus) => statuses.find((one) => one.status === status) ?? statuses[0];
export const statusWord = (status: events.EventStatus) => statusOf(status)?.word ?? '';

/** What the portal itself notes of a part that is overdue: it ends when the part is done, and nobody changes it. */
export const isOfPortal = ({ type }: calendar.MaintenanceEntry) => type === OVERDUE_EVENT_NAME;

/** Nobody moves it: the portal noted it, or its day follows from its counter. */
export const isFixed = (entry: calendar.MaintenanceEntry) => isOfPortal(entry) || Boolean(entry.forecast);

/** Asked for or begun, and its time has passed; by a counter: the counter has moved on far enough. */
export function isOverdue({ status, timestamp, forecast }: calendar.MaintenanceEntry, nowMs: number): boolean {
  if (forecast) return forecast.kind === 'overdue';
  return (status === 1 || status === 2) && Date.parse(timestamp) < nowMs;
}
