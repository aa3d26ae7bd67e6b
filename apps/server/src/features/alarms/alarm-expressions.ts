import { alarmDefinitions, type DataItemId } from '@telltale/contract';
import { compileCondition } from '@telltale/domain/expression/condition.ts';
import { type BoundExpression, bindExpression, type Labels, refusalOf } from '#expressions/bound-expression.ts';
import { badRequest, notFound } from '#http/errors.ts';
import { faultOfJsonText } from '#json-text.ts';

export type { LabelledItem, LabelSource, Labels } from '#expressions/bound-expression.ts';

/** A condition that is ready to run. */
export type BoundCondition = BoundExpression;

const EMPTY: alarmDefinitions.AlarmExpression = { expression: '', variables: [] };

/** Reads the JSON text of an expression as it is stored. @throws Error when it cannot be read */
export function storedExpression(text: string): alarmDefinitions.AlarmExpression {
  return text.trim() === '' ? EMPTY : alarmDefinitions.alarmExpressionSchema.parse(JSON.parse(text));
}

/** The same for a reply; what cannot be read counts as none: the engine has logged it (guarantees G7). */
export function readExpression(text: string): alarmDefinitions.AlarmExpression {
  try {
    return storedExpression(text);
  } catch {
    return EMPTY;
  }
}

/**
 * Holds a text to being the JSON of an expression.
 * @throws HttpError 400 that names the field
 */
export function parseExpressionText(text: string, field: string): alarmDefinitions.AlarmExpression {
  if (text.trim() === '') return EMPTY;
  const fault = faultOfJsonText(text);
  if (fault) throw badRequest(`${field} ${fault}.`, { field });
  const parsed = alarmDefinitions.alarmExpressionSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw badRequest(`${field} must hold expression and variables.`, { field });
  return parsed.data;
}

/** Nothing is written: the condition is never true. */
export const isBlank = ({ expression }: alarmDefinitions.AlarmExpression): boolean => expression.trim() === '';

/** @throws ExpressionError with position and reason; see `bindExpression` */
export function bindCondition(expression: alarmDefinitions.AlarmExpression, labels: Labels): BoundCondition {
  return bindExpression(expression, labels, compileCondition);
}

/** The same for a request: @throws HttpError 400 whose details are position and reason */
export function bindOrRefuse(
  expression: alarmDefinitions.AlarmExpression,
  labels: Labels,
  field = 'expression',
): BoundCondition {
  try {
    return bindCondition(expression, labels);
  } catch (error) {
    throw refusalOf(error, field);
  }
}

/** @throws HttpError 404 when a variable is said to stand for a data item that the caller does not know */
export function refuseUnknownItems(
  { variables }: alarmDefinitions.AlarmExpression,
  known: ReadonlySet<DataItemId>,
): void {
  if (variables.some(({ DataItemId }) => !known.has(DataItemId))) throw notFound('The data item');
}
