import { alarms } from '@telltale/contract';
import type { AlarmTextBoxSettings } from './settings.ts';

export type AlarmTextKind = 'open' | 'acknowledged' | 'escalated' | 'default';

/** Which text an alarm's status means; anything but 1, 2 and 3 is the default's (spec 1 §2). */
export function alarmTextKind(status: number | undefined): AlarmTextKind {
  switch (status) {
    case alarms.ALARM_OPEN:
      return 'open';
    case alarms.ALARM_ACKNOWLEDGED:
      return 'acknowledged';
    case alarms.ALARM_ESCALATED:
      return 'escalated';
    default:
      return 'default';
  }
}

export const TEXT_KEYS = {
  open: 'openText',
  acknowledged: 'acknowledgedText',
  escalated: 'escalatedText',
  default: 'defaultText',
} as const satisfies Record<AlarmTextKind, keyof AlarmTextBoxSettings>;

/** What needs somebody most, of the open alarms of one definition: in a system several assets may have it. */
export function gravest(open: readonly alarms.Alarm[]): alarms.Alarm | undefined {
  const urgency = [alarms.ALARM_ESCALATED, alarms.ALARM_OPEN, alarms.ALARM_ACKNOWLEDGED];
  const rank = ({ alarmStatus }: alarms.Alarm) => urgency.indexOf(alarmStatus);
  return [...open].sort((a, b) => rank(a) - rank(b))[0];
}
