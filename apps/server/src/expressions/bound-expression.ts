import type { AssetDefinitionId, alarmDefinitions, DataItemId } from '@telltale/contract';
import type { CompiledExpression } from '@telltale/domain/expression/compile.ts';
import { ExpressionError } from '@telltale/domain/expression/expression-error.ts';
import { walk } from '@telltale/domain/expression/syntax.ts';
import { variableKey, variableName } from '@telltale/domain/expression/variable-name.ts';
import { badRequest } from '#http/errors.ts';

/** An expression that is ready to run: its variables are data items, in the order of `compiled.variables`. */
export interface BoundExpression {
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

/**
 * Compiles an expression and finds the data items of its variables: those listed with it, and by label otherwise.
 * @param labels what a variable that is not listed may stand for
 * @throws ExpressionError with position and reason
 */
export function bindExpression(
  { expression, variables }: alarmDefinitions.AlarmExpression,
  labels: Labels,
  compile: (text: string) => CompiledExpression,
): BoundExpression {
  const compiled = compile(expression);
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

/** What an `ExpressionError` is for a request: 400 whose details are position and reason. Anything else is as it is. */
export function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof ExpressionError)) return error;
  const { position, reason, message } = error;
  return badRequest(message, { field, position, reason });
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
