import type { AssetDefinitionId, DataItemId, ItemScaling } from '@telltale/contract';
import type { DeviceRegistry } from './device-registry.ts';

interface ScaledItem {
  readonly dataItemId: DataItemId;
  readonly scaling: ItemScaling;
}
type Scalings = ReadonlyMap<number, ItemScaling>;

/** How definitions scale what their assets send: in memory, and with every device that is or becomes known. */
export class DefinitionScalings {
  readonly #registry: DeviceRegistry;
  readonly #byDefinition = new Map<AssetDefinitionId, Scalings>();

  constructor(registry: DeviceRegistry, stored: readonly (ScaledItem & { assetDefinitionId: AssetDefinitionId })[]) {
    this.#registry = registry;
    for (const [assetDefinitionId, items] of Map.groupBy(stored, (item) => item.assetDefinitionId)) {
      this.set(assetDefinitionId, items);
    }
    registry.onAdded((device) => {
      const scalings = this.#byDefinition.get(device.assetDefinitionId);
      if (scalings) device.setDefinitionScalings(scalings);
    });
  }

  /** What the definition scales from here on, all of it. */
  set(assetDefinitionId: AssetDefinitionId, items: readonly ScaledItem[]): void {
    const scalings: Scalings = new Map(items.map(({ dataItemId, scaling }) => [dataItemId, scaling]));
    this.#byDefinition.set(assetDefinitionId, scalings);
    for (const device of this.#registry.list()) {
      if (device.assetDefinitionId === assetDefinitionId) device.setDefinitionScalings(scalings);
    }
  }
}
