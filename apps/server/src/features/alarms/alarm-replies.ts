import type { alarmDefinitions, alarms } from '@telltale/contract';
import { causeNumbersField } from '#expressions/kept-cause-numbers.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import { readExpression } from './alarm-expressions.ts';
import type { AlarmOverrideRecord } from './alarm-override-repository.ts';
import type { AlarmState, AlarmTransition } from './alarm-repository.ts';

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** What every answer says of an alarm. */
export function alarmFields(
  state: AlarmState,
  { name, reason, severity }: Pick<AlarmDefinitionRecord, 'name' | 'reason' | 'severity'>,
) {
  return {
    alarmDefinitionId: state.alarmDefinitionId,
    assetId: state.assetId,
    name,
    reason,
    cause: state.cause,
    ...causeNumbersField(state.causeNumbers),
    raised: iso(state.raisedMs),
    lastRaised: iso(state.lastRaisedMs),
    severity,
    count: state.count,
    alarmStatus: state.status,
    active: state.active,
    shelved:
      state.shelvedUntilMs === null
        ? null
        : { until: iso(state.shelvedUntilMs), note: state.shelvedNote, user: state.shelvedBy },
  };
}

/** An open alarm as the API answers it; undefined for one that is not open. */
export function toAlarm(
  state: AlarmState,
  definition: Pick<AlarmDefinitionRecord, 'name' | 'reason' | 'severity'>,
): alarms.Alarm | undefined {
  return state.status === null ? undefined : { ...alarmFields(state, definition), alarmStatus: state.status };
}

export function toTransition(transition: AlarmTransition & { transitionId: number }): alarms.AlarmTransition {
  const { transitionId, assetId, alarmDefinitionId, name, severity, kind, timeMs, user, note, cause, count } =
    transition;
  const what = { transitionId, assetId, alarmDefinitionId, name, severity, kind, time: iso(timeMs), user, note };
  return { ...what, cause, ...causeNumbersField(transition.causeNumbers), count };
}

export function toDefinition(record: AlarmDefinitionRecord): alarmDefinitions.AlarmDefinition {
  return { ...record, alarmExpression: readExpression(record.flee) };
}

export function toOverride(record: AlarmOverrideRecord): alarmDefinitions.AlarmOverride {
  return { ...record, expression: readExpression(record.expression) };
}
