import type { alarmDefinitions } from '@telltale/contract';

/** What decides whether an alarm is raised: the definition's expression, with what the asset's override makes of it. */
export function expressionInForce(definition: string, override: alarmDefinitions.AlarmOverride | undefined): string {
  const own = override?.expression.expression.trim() ?? '';
  switch (override?.overrideMethod ?? 0) {
    case 1:
      return own;
    case 2:
      return `(${definition}) or (${own})`;
    case 3:
      return `(${definition}) and (${own})`;
    default:
      return definition;
  }
}
