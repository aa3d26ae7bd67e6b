import type { AssetDefinitionId, alarmDefinitions, BodyInput } from '@telltale/contract';
import { expressionVariables } from '#tile-kit/alarm-overrides/expression-variables.ts';

/** The fields of an alarm as they are typed. */
export interface AlarmFields {
  readonly name: string;
  readonly reason: string;
  /** Null: blank, which takes its default (spec 2 §5). */
  readonly severity: number | null;
  readonly escalation: number | null;
  readonly expiration: number | null;
  readonly onDelay: number | null;
  readonly offDelay: number | null;
  readonly deadband: number | null;
  readonly selfAck: boolean;
  readonly expression: string;
}

/** Defaults of spec 2 §5 and §9. */
export const emptyAlarm: AlarmFields = {
  name: '',
  reason: '',
  severity: 1,
  escalation: 0,
  expiration: 0,
  onDelay: 0,
  offDelay: 0,
  deadband: 0,
  selfAck: false,
  expression: '',
};

export function fieldsOfAlarm(alarm: alarmDefinitions.AlarmDefinition): AlarmFields {
  const { name, reason, severity, escalation, expiration, onDelay, offDelay, deadband } = alarm;
  return {
    name,
    reason,
    severity,
    escalation,
    expiration,
    onDelay,
    offDelay,
    deadband,
    selfAck: alarm.selfAck === 1,
    expression: alarm.alarmExpression.expression,
  };
}

export function isSameAlarm(first: AlarmFields, second: AlarmFields): boolean {
  return (Object.keys(emptyAlarm) as (keyof AlarmFields)[]).every((key) => first[key] === second[key]);
}

type DataItem = { dataItemId: number; label: string };
type AlarmBody = BodyInput<typeof alarmDefinitions.putAlarmDefinitions>[number];

/**
 * What is sent: blanks as their defaults, and the expression as JSON text with what its variables stand for. Of one that there is only
 * what was changed: the rest stays as it is by then, whoever else has changed it.
 */
export function alarmBody(
  fields: AlarmFields,
  assetDefinitionId: number,
  old: alarmDefinitions.AlarmDefinition | undefined,
  dataItems: readonly DataItem[],
): AlarmBody {
  const { expression, selfAck, ...rest } = fields;
  const variables = expressionVariables(expression, dataItems);
  // A variable of a data item that the definition does not list any more keeps what it stood for.
  const known = new Set(variables.map(({ Variable }) => Variable.toLowerCase()));
  const kept = (old?.alarmExpression.variables ?? []).filter(
    ({ Variable }) => !known.has(Variable.toLowerCase()) && expression.toLowerCase().includes(Variable.toLowerCase()),
  );
  const body = {
    ...rest,
    selfAck: selfAck ? (1 as const) : (0 as const),
    flee: JSON.stringify({ expression, variables: [...variables, ...kept] }),
  };
  const of = { assetDefinitionId: assetDefinitionId as AssetDefinitionId };
  if (old === undefined) return { ...of, ...body, jobId: 0 };
  const before = fieldsOfAlarm(old);
  const isChanged = (key: string) => {
    const field = key === 'flee' ? 'expression' : (key as keyof AlarmFields);
    return fields[field] !== before[field];
  };
  const changed: Partial<typeof body> = Object.fromEntries(Object.entries(body).filter(([key]) => isChanged(key)));
  return { ...of, ...changed, alarmDefinitionId: old.alarmDefinitionId };
}

/** Variables of an expression that no data item of the definition has, each once. */
export function foreignVariables(expression: string, names: readonly { variable: string }[]): string[] {
  const own = new Set(names.map(({ variable }) => variable.toLowerCase()));
  const withoutTexts = expression.replace(/"[^"]*"/g, '""');
  const used = withoutTexts.match(/(?<!\w)_\w+/g) ?? [];
  return [...new Set(used)].filter((name) => !own.has(name.toLowerCase()));
}
