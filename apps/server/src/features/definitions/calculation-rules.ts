import { type alarmDefinitions, calculations, type DataItemId } from '@telltale/contract';
import { compileCalculation } from '@telltale/domain/expression/calculation.ts';
import { bindExpression, type LabelledItem, type Labels, refusalOf } from '#expressions/bound-expression.ts';
import { type Calculated, circleText, orderCalculations } from '#expressions/calculation-order.ts';
import { conflict, notFound } from '#http/errors.ts';
import type { StoredCalculation } from './stored-calculation.ts';

/** A data item of a definition as far as it is calculated. */
interface CalculatedItem extends LabelledItem {
  readonly calculation: StoredCalculation;
}

/**
 * What a data item is to be calculated by, with the data item of each variable; null for a blank one.
 * @throws HttpError 400 with field, position and reason, 404 for a data item that the caller does not know
 */
export function boundCalculation(
  calculation: alarmDefinitions.AlarmExpression | null,
  labels: Labels,
  field = 'expression',
): StoredCalculation {
  if (calculation === null || calculation.expression.trim() === '') return null;
  const known = new Set([...labels.own, ...labels.others].map(({ dataItemId }) => dataItemId));
  if (calculation.variables.some(({ DataItemId }) => !known.has(DataItemId))) throw notFound('The data item');
  try {
    const { compiled, dataItemIds } = bindExpression(calculation, labels, compileCalculation);
    const variables = compiled.variables.map((Variable, i) => ({ Variable, DataItemId: dataItemIds[i] as DataItemId }));
    return { expression: calculation.expression, variables };
  } catch (error) {
    throw refusalOf(error, field);
  }
}

/**
 * Holds the data items of a definition, as they would be, to being calculated from one another in an order.
 * @throws HttpError 409 with the names in a circle, or for too many
 */
export function refuseCircles(items: readonly CalculatedItem[]): void {
  const calculated = items.filter(({ calculation }) => calculation !== null).map(toCalculated);
  const { circle } = orderCalculations(calculated);
  if (circle.length > 0) throw conflict(circleText(circle), { circle: circle.map(({ label }) => label) });
  if (calculated.length <= calculations.MAX_CALCULATIONS) return;
  throw conflict(`A definition has at most ${calculations.MAX_CALCULATIONS} calculated data items.`);
}

/** @throws HttpError 409 when something that stays is calculated from what goes */
export function refuseUsed(gone: readonly LabelledItem[], staying: readonly CalculatedItem[]): void {
  for (const { dataItemId, label } of gone) {
    const user = staying.map(toCalculated).find(({ dataItemIds }) => dataItemIds.includes(dataItemId));
    if (user) throw conflict(`${label} cannot be removed: ${user.label} is calculated from it.`);
  }
}

function toCalculated({ dataItemId, label, calculation }: CalculatedItem): Calculated {
  return { dataItemId, label, dataItemIds: (calculation?.variables ?? []).map(({ DataItemId }) => DataItemId) };
}
