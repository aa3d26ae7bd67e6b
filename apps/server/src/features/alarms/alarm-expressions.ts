import { type AssetDefinitionId, alarmDefinitions, type DataItemId } from '@telltale/contract';
import type { CompiledExpression } from '@telltale/domain/expression/compile.ts';
import { compileCondition } from '@telltale/domain/expression/condition.ts';
import { ExpressionError } from '@telltale/domain/expression/expression-error.ts';
import { walk } from '@telltale/domain/expression/syntax.ts';
import { variableKey, variableName } from '@telltale/domain/expression/variable-name.ts';
import { badRequest, notFound } from '#http/errors.ts';
import { faultOfJsonText } from '#json-text.ts';

/** A condition that is ready to run: its variables are data items, in the order of `compiled.variables`. */
export interface BoundCondition {
  readonly compiled: CompiledExpression;
  readonly dataItemIds: readonly DataItemId[];
}

/** Names that variables can be looked up by. */
export interface LabelledItem {
  readonly dataItemId: DataItemId;
  readonly label: string;
}

/** What a variable that is not listed with its expression may stand for. */
export interface Labels {
  /** Data items of the asset definition, and those that its assets have sent beside them. */
  readonly own: readonly LabelledItem[];
  /** Every other label: data items are global, an asset may send it later. */
  readonly others: readonly LabelledItem[];
}

export interface LabelSource {
  labelsOf(assetDefinitionId: AssetDefinitionId): Promise<Labels>;
}

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

/**
 * Compiles a condition and finds the data items of its variables: those listed with it, and by label otherwise.
 * @param labels what a variable that is not listed may stand for
 * @throws ExpressionError with position and reason
 */
export function bindCondition(
  { expression, variables }: alarmDefinitions.AlarmExpression,
  labels: Labels,
): BoundCondition {
  const compiled = compileCondition(expression);
  const listed = new Map(variables.map(({ Variable, DataItemId }) => [variableKey(Variable), DataItemId]));
  const [own, others] = [byVariable(labels.own), byVariable(labels.others)];
  const dataItemIds = compiled.variables.map((name) => {
    const id = listed.get(variableKey(name));
    if (id !== undefined) return id;
    const named = own.get(variableKey(name)) ?? others.get(variableKey(name)) ?? new Set<DataItemId>();
    const [only] = named;
    if (only !== undefined && named.size === 1) return only;
    const reason =
      only === undefined ? `there is no data item for ${name}` : `${name} may be any of several data items`;
    throw new ExpressionError(positionOf(compiled, name), reason);
  });
  return { compiled, dataItemIds };
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
    if (!(error instanceof ExpressionError)) throw error;
    const { position, reason, message } = error;
    throw badRequest(message, { field, position, reason });
  }
}

/** @throws HttpError 404 when a variable is said to stand for a data item that the caller does not know */
export function refuseUnknownItems(
  { variables }: alarmDefinitions.AlarmExpression,
  known: ReadonlySet<DataItemId>,
): void {
  if (variables.some(({ DataItemId }) => !known.has(DataItemId))) throw notFound('The data item');
}

function byVariable(items: readonly LabelledItem[]): ReadonlyMap<string, ReadonlySet<DataItemId>> {
  const named = new Map<string, Set<DataItemId>>();
  for (const { label, dataItemId } of items) {
    const key = variableKey(variableName(label));
    named.set(key, (named.get(key) ?? new Set()).add(dataItemId));
  }
  return named;
}

function positionOf(compiled: CompiledExpression, name: string): number {
  for (const part of walk(compiled.expression)) {
    const used = part.kind === 'variable' ? part.name : 'variable' in part ? part.variable : undefined;
    if (used !== undefined && variableKey(used) === variableKey(name)) return part.at;
  }
  return 0;
}
