import type { alarmDefinitions, DataItemId, definitions } from '@telltale/contract';
import { variableKey, variableName } from '@telltale/domain/expression/variable-name.ts';

type DataItem = Pick<definitions.DefinitionTree['dataItemDefinitions'][number], 'dataItemId' | 'label'>;

/** The data items whose variable appears in an expression, as the portal wants them (spec 1 §5). */
export function expressionVariables(
  expression: string,
  dataItems: readonly DataItem[],
): alarmDefinitions.ExpressionVariable[] {
  const used = new Set((expression.match(/\b_\w*/g) ?? []).map(variableKey));
  return dataItems
    .map(({ dataItemId, label }) => ({ DataItemId: dataItemId as DataItemId, Variable: variableName(label) }))
    .filter(({ Variable }) => used.has(variableKey(Variable)));
}
