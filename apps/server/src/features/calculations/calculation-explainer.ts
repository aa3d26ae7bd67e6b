import type { AssetDefinitionId, AssetId, DataItemId, EpochMs } from '@telltale/contract';
import { type Historian, seriesKey } from '@telltale/historian';
import type { CalculationPlans } from './calculation-plans.ts';
import type { CalculationReplay } from './calculation-replay.ts';
import { type CalculatedPoint, CalculationRun, type InputValue } from './calculation-run.ts';
import { reasonOf } from './calculation-service.ts';

export interface ExplainedCalculation {
  readonly expression: string;
  /** What it was calculated from, as it held then; an input that was never heard of has no value. */
  readonly inputs: readonly { readonly dataItemId: DataItemId; readonly value: InputValue | undefined }[];
  /** What its functions over time gave: `avg(_Flow, 60)`. */
  readonly functions: readonly { readonly text: string; readonly outcome: number | string | boolean | null }[];
  /** Why there was no value. */
  readonly reason: string | null;
  /** The stored value is what the expression gives of what is stored of its inputs. */
  readonly isAsCalculated: boolean;
}

export interface CalculationExplainerOptions {
  historian: Historian;
  replay: CalculationReplay;
  plans: CalculationPlans;
  definitionOf: (assetId: AssetId) => AssetDefinitionId | undefined;
}

/** Tells what a calculated value was calculated from. */
export class CalculationExplainer {
  readonly #options: CalculationExplainerOptions;

  constructor(options: CalculationExplainerOptions) {
    this.#options = options;
  }

  /** Whether the portal calculates the data item of an asset. */
  isCalculated(assetId: AssetId, dataItemId: DataItemId): boolean {
    return this.#calculationOf(assetId, dataItemId) !== undefined;
  }

  /**
   * By the expression as it is now, and what is stored now.
   * @param point the stored value; undefined: there is none
   * @param atMs the moment asked for
   */
  async explain(
    assetId: AssetId,
    dataItemId: DataItemId,
    point: CalculatedPoint | undefined,
    atMs: EpochMs,
  ): Promise<ExplainedCalculation | undefined> {
    const { historian, replay, plans } = this.#options;
    const calculation = this.#calculationOf(assetId, dataItemId);
    if (!calculation) return undefined;
    const keys = calculation.dataItemIds.map((id) => seriesKey(assetId, id));
    const states = await historian.stateAt(keys, atMs);
    const run = new CalculationRun(calculation, await plans.around(assetId, [calculation]));
    // Without a value of its own, what its inputs were last tells why.
    const lastMs = point?.timeMs ?? Math.max(...states.map(({ timeMs }) => timeMs));
    let found: CalculatedPoint | undefined;
    if (Number.isFinite(lastMs)) {
      await replay.run(run, assetId, { fromMs: lastMs, toMs: lastMs }, (one) => {
        found = one;
      });
    }
    const inputs = run.inputs();
    return {
      expression: calculation.compiled.text,
      inputs: [...new Set(calculation.dataItemIds)].map((id) => ({
        dataItemId: id,
        value: inputs.find((input) => input.dataItemId === id),
      })),
      functions: run.functions().map(({ text, outcome }) => ({ text, outcome: outcome ?? null })),
      reason: isValue(found) ? null : reasonOf(run),
      isAsCalculated: isSame(found, point),
    };
  }

  #calculationOf(assetId: AssetId, dataItemId: DataItemId) {
    const assetDefinitionId = this.#options.definitionOf(assetId);
    if (assetDefinitionId === undefined) return undefined;
    return this.#options.plans.of(assetDefinitionId).find((one) => one.dataItemId === dataItemId);
  }
}

const isValue = (point: CalculatedPoint | undefined) => point !== undefined && !Number.isNaN(point.value);

/** Sums of doubles that were added up in another order may differ in their last digits. */
function isSame(one: CalculatedPoint | undefined, other: CalculatedPoint | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [a, b] = [one.value, other.value];
  if (typeof a === 'number' && typeof b === 'number') {
    return Object.is(a, b) || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
  }
  return a === b;
}
