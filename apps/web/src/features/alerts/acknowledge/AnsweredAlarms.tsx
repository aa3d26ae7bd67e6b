import type { alertAnswers } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import classes from './acknowledge.module.css';

function stateWords({ state, by }: alertAnswers.AnsweredAlarm): string {
  switch (state) {
    case 'open':
      return 'Nobody has acknowledged it.';
    case 'acknowledged':
      return by === '' ? 'Acknowledged.' : `Acknowledged by ${by}.`;
    case 'shelved':
      return 'Shelved.';
    default:
      return 'Closed.';
  }
}

/** Which alarms a message told of, and how they are now. */
export function AnsweredAlarms({ alarms }: { alarms: readonly alertAnswers.AnsweredAlarm[] }) {
  const zone = useOwnZone();
  if (alarms.length === 0) return null;
  return (
    <ul className={classes.alarms} aria-label="Alarms">
      {alarms.map((alarm) => (
        <li key={`${alarm.assetId} ${alarm.alarmDefinitionId} ${alarm.raised}`}>
          <strong>
            {alarm.name} on {alarm.asset}
          </strong>
          {alarm.reason.trim() === '' ? null : <span>{alarm.reason}</span>}
          <span className={classes.dim}>
            Severity {alarm.severity}, raised {formatDateTime(Date.parse(alarm.raised), zone)}
          </span>
          <span>{stateWords(alarm)}</span>
        </li>
      ))}
    </ul>
  );
}
