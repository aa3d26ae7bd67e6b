import {
  type AssetDefinitionId,
  type AssetId,
  type alarmDefinitions,
  type calculations,
  type DataItemId,
  type EpochMs,
  permissionId,
} from '@telltale/contract';
import { compileCalculation } from '@telltale/domain/expression/calculation.ts';

import {
  bindExpression,
  type LabelledItem,
  type LabelSource,
  type Labels,
  refusalOf,
} from '#expressions/bound-expression.ts';
import { type Calculated, circleText, orderCalculations } from '#expressions/calculation-order.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, HttpError, notFound } from '#http/errors.ts';
import type { CalculationPlans } from './calculation-plans.ts';
import type { CalculationReplay } from './calculation-replay.ts';
import { type Calculation, CalculationRun } from './calculation-run.ts';
import { PreviewColumns } from './preview-columns.ts';

export interface CalculationServiceOptions {
  /** @throws HttpError 404 when there is no such definition, or the caller sees no asset of it */
  requireDefinition: (caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  /** @throws HttpError 404 when the asset is out of scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  itemsInSight: (caller: Caller) => Promise<readonly LabelledItem[]>;
  labels: LabelSource;
  plans: CalculationPlans;
  replay: CalculationReplay;
}

interface ExpressionInput extends alarmDefinitions.AlarmExpression {
  dataItemId?: DataItemId | undefined;
}

const MAX_PREVIEW_MS = 31 * 86_400_000;
const MAX_POINTS = 5_000_000;
const VIEW_ITEMS = permissionId('DataItems', 'View');

/** Checks what data items are to be calculated by, and tries it on recorded history. */
export class CalculationService {
  readonly #options: CalculationServiceOptions;

  constructor(options: CalculationServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 403 for who may not know of data items, 404 for an asset out of scope, before the body is looked at */
  async requireAsset(caller: Caller, assetId: AssetId): Promise<void> {
    if (!holds(caller, VIEW_ITEMS)) throw forbidden();
    await this.#options.definitionOfAsset(caller, assetId);
  }

  /** @throws HttpError 404 when there is no such definition, or the caller sees no asset of it */
  async requireDefinition(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<void> {
    await this.#options.requireDefinition(caller, assetDefinitionId);
  }

  /** @throws HttpError 400 with position and reason, 409 for a circle */
  async validate(
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    input: ExpressionInput,
  ): Promise<alarmDefinitions.ExpressionVariable[]> {
    const { compiled, dataItemIds } = await this.#bind(caller, assetDefinitionId, input);
    return compiled.variables.map((Variable, i) => ({ Variable, DataItemId: dataItemIds[i] as DataItemId }));
  }

  /** @throws HttpError as `validate`, and 413 for a range with too many values */
  async preview(
    caller: Caller,
    assetId: AssetId,
    input: ExpressionInput & { fromMs: EpochMs; toMs: EpochMs },
    signal: AbortSignal,
  ): Promise<calculations.CalculationPreview> {
    const { fromMs, toMs } = input;
    const assetDefinitionId = await this.#options.definitionOfAsset(caller, assetId);
    if (toMs <= fromMs) throw badRequest('to lies before from.', { field: 'to' });
    if (toMs - fromMs > MAX_PREVIEW_MS) throw badRequest('The range is longer than 31 days.', { field: 'to' });
    const calculation = await this.#bind(caller, assetDefinitionId, input);
    const run = new CalculationRun(calculation, await this.#options.plans.around(assetId, [calculation]));
    const columns = new PreviewColumns(fromMs, toMs);
    let read = 0;
    const onRead = (count: number) => {
      read += count;
      if (read > MAX_POINTS) throw new HttpError(413, 'too-large', `The range has more than ${MAX_POINTS} values.`);
    };
    await this.#options.replay.run(run, assetId, { fromMs, toMs }, (point) => columns.add(point), { signal, onRead });
    const { last } = columns;
    const isKnown = last !== undefined && (last.value !== null || last.stringValue !== null);
    return { ...columns.reply(), reason: isKnown ? null : reasonOf(run) };
  }

  async #bind(caller: Caller, assetDefinitionId: AssetDefinitionId, input: ExpressionInput): Promise<Calculation> {
    const others = await this.#options.itemsInSight(caller);
    const known = new Set(others.map(({ dataItemId }) => dataItemId));
    const { own } = await this.#options.labels.labelsOf(assetDefinitionId);
    const labels: Labels = { own: own.filter(({ dataItemId }) => known.has(dataItemId)), others };
    if (input.variables.some(({ DataItemId }) => !known.has(DataItemId))) throw notFound('The data item');
    const dataItemId = input.dataItemId ?? (0 as DataItemId);
    const label = own.find((one) => one.dataItemId === dataItemId)?.label ?? '';
    if (input.expression.trim() === '') {
      throw badRequest('There is no expression.', { field: 'expression', position: 0, reason: 'empty' });
    }
    try {
      const calculation = { ...bindExpression(input, labels, compileCalculation), dataItemId, label };
      refuseCircle(this.#options.plans.of(assetDefinitionId), calculation);
      return calculation;
    } catch (error) {
      throw refusalOf(error, 'expression');
    }
  }
}

/** @throws HttpError 409 with the names in a circle that would come to be */
function refuseCircle(stored: readonly Calculated[], calculation: Calculated): void {
  const others = stored.filter(({ dataItemId }) => dataItemId !== calculation.dataItemId);
  const { circle } = orderCalculations([calculation, ...others]);
  if (circle.length > 0) throw conflict(circleText(circle), { field: 'expression', position: 0 });
}

/** Why there is no value; null: there is one. */
export function reasonOf(run: CalculationRun): string | null {
  const { variables } = run.calculation.compiled;
  if (run.inputs().length > 0) return run.reason() ?? null;
  return `${variables.join(' and ')} ${variables.length === 1 ? 'has' : 'have'} no value`;
}
