import type { alarmDefinitions } from '@telltale/contract';

/** What an override says, stored or while it is written. */
export interface OverrideTerms {
  readonly method: alarmDefinitions.OverrideMethod;
  readonly expression: string;
}

/**
 * What decides whether an alarm is raised: the definition's expression, with what the asset's override makes of it. As in the portal a
 * blank one counts for nothing: alone it is never true, and what would be joined with it stands alone (decision 0094).
 */
export function expressionInForce(definition: string, override: OverrideTerms | undefined): string {
  const [ofDefinition, own] = [definition.trim(), override?.expression.trim() ?? ''];
  const method = override?.method ?? 0;
  if (method === 0) return ofDefinition;
  if (method === 1 || ofDefinition === '') return own;
  if (own === '') return ofDefinition;
  return `(${ofDefinition}) ${method === 2 ? 'or' : 'and'} (${own})`;
}

/** Of an override as it is stored. */
export function termsOf(override: alarmDefinitions.AlarmOverride | undefined): OverrideTerms | undefined {
  return override && { method: override.overrideMethod, expression: override.expression.expression };
}
