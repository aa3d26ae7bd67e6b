import type { alarmDefinitions, alarms } from '@telltale/contract';
import { expressionVariables } from '#tile-kit/alarm-overrides/expression-variables.ts';

/** Open alarms in a few figures. */
export interface OpenAlarms {
  readonly count: number;
  readonly unacknowledged: number;
  readonly worst: number;
}

const ACKNOWLEDGED = 2;

/** What is open and not put aside; undefined: nothing is. */
export function tallyOf(list: readonly alarms.Alarm[]): OpenAlarms | undefined {
  const open = list.filter(({ shelved }) => !shelved);
  if (open.length === 0) return undefined;
  return {
    count: open.length,
    unacknowledged: open.filter(({ alarmStatus }) => alarmStatus !== ACKNOWLEDGED).length,
    worst: Math.max(...open.map(({ severity }) => severity)),
  };
}

/** Several of them as one. */
export function together(tallies: readonly OpenAlarms[]): OpenAlarms | undefined {
  if (tallies.length === 0) return undefined;
  return {
    count: tallies.reduce((sum, { count }) => sum + count, 0),
    unacknowledged: tallies.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0),
    worst: Math.max(...tallies.map(({ worst }) => worst)),
  };
}

export function openAlarmsText({ count, unacknowledged, worst }: OpenAlarms): string {
  const seen = unacknowledged === 0 ? 'all acknowledged' : `${unacknowledged} not acknowledged`;
  return `${count === 1 ? '1 open alarm' : `${count} open alarms`}, ${seen}, worst severity ${worst}`;
}

interface Conditions {
  readonly definitions: readonly Pick<alarmDefinitions.AlarmDefinition, 'alarmDefinitionId' | 'alarmExpression'>[];
  readonly overrides: readonly Pick<
    alarmDefinitions.AlarmOverride,
    'alarmDefinitionId' | 'overrideMethod' | 'expression'
  >[];
}

/** The alarms whose condition asks for one of the data items. */
export function alarmsAbout(
  list: readonly alarms.Alarm[],
  { definitions, overrides }: Conditions,
  items: Parameters<typeof expressionVariables>[1],
): alarms.Alarm[] {
  return list.filter(({ alarmDefinitionId }) => {
    const definition = definitions.find((one) => one.alarmDefinitionId === alarmDefinitionId);
    const override = overrides.find((one) => one.alarmDefinitionId === alarmDefinitionId);
    const own = override && override.overrideMethod !== 0 ? override.expression.expression : '';
    const shared = override?.overrideMethod === 1 ? '' : (definition?.alarmExpression.expression ?? '');
    return expressionVariables(`${shared} ${own}`, items).length > 0;
  });
}
