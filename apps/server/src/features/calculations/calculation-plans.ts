import type { AssetDefinitionId, AssetId, alarmDefinitions, DataItemId } from '@telltale/contract';
import { compileCalculation } from '@telltale/domain/expression/calculation.ts';
import type { Log } from '#config/log.ts';
import { mayReadAttributes, surroundingsOf, TIME_ZONE } from '#expressions/asset-surroundings.ts';
import { bindExpression, type LabelSource } from '#expressions/bound-expression.ts';
import { orderCalculations } from '#expressions/calculation-order.ts';
import { nameKey } from '#names.ts';
import type { Calculation, CalculationSurroundings } from './calculation-run.ts';

/** A data item of a definition that is calculated. */
export interface CalculatedItem {
  readonly assetDefinitionId: AssetDefinitionId;
  readonly dataItemId: DataItemId;
  readonly label: string;
  readonly calculation: alarmDefinitions.AlarmExpression;
}

export interface CalculationPlansOptions {
  /** The calculated data items of all definitions. */
  calculatedItems: () => Promise<readonly CalculatedItem[]>;
  labels: LabelSource;
  attributesOf: (
    assetIds: readonly AssetId[],
  ) => Promise<readonly { assetId: AssetId; attributeName: string; attributeValue: string }[]>;
  /** The zone whose clock counts for assets that name none. */
  zone: string;
  log: Pick<Log, 'warn'>;
}

/** Finds what is calculated for assets, in an order in which each comes behind what it is calculated from. */
export class CalculationPlans {
  readonly #options: CalculationPlansOptions;
  #byDefinition: ReadonlyMap<AssetDefinitionId, readonly Calculation[]> = new Map();

  constructor(options: CalculationPlansOptions) {
    this.#options = options;
  }

  /** Definitions with anything calculated. */
  get definitionIds(): Iterable<AssetDefinitionId> {
    return this.#byDefinition.keys();
  }

  of(assetDefinitionId: AssetDefinitionId): readonly Calculation[] {
    return this.#byDefinition.get(assetDefinitionId) ?? [];
  }

  /** Reads the definitions again. */
  async read(): Promise<void> {
    const items = Map.groupBy(await this.#options.calculatedItems(), ({ assetDefinitionId }) => assetDefinitionId);
    const found = new Map<AssetDefinitionId, readonly Calculation[]>();
    for (const [assetDefinitionId, ofDefinition] of items) {
      const labels = await this.#options.labels.labelsOf(assetDefinitionId);
      const bound = ofDefinition.flatMap(({ dataItemId, label, calculation }) => {
        try {
          return { ...bindExpression(calculation, labels, compileCalculation), dataItemId, label };
        } catch (error) {
          this.#options.log.warn({ err: error, assetDefinitionId, label }, 'a data item cannot be calculated');
          return [];
        }
      });
      const { ordered, circle } = orderCalculations(bound);
      if (circle.length > 0) {
        const labelsInCircle = circle.map(({ label }) => label);
        this.#options.log.warn(
          { assetDefinitionId, labels: labelsInCircle },
          'data items in a circle are not calculated',
        );
      }
      found.set(assetDefinitionId, ordered);
    }
    this.#byDefinition = found;
  }

  /** What expressions read of an asset beside its data items; read only where one asks. */
  async around(assetId: AssetId, calculations: readonly Calculation[]): Promise<CalculationSurroundings> {
    const asks = calculations.some(({ compiled }) => mayReadAttributes(compiled.text));
    return surroundingsOf(asks ? await this.#options.attributesOf([assetId]) : [], this.#options.zone);
  }
}

/** Keys of the attributes that a calculation reads. */
export function attributesRead({ compiled }: Calculation): readonly string[] {
  return [...compiled.attributes, ...(compiled.usesZone ? [TIME_ZONE] : [])].map(nameKey);
}
