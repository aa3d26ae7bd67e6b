import type { AssetId } from '@telltale/contract';
import type { DataItemRecord } from '#features/definitions/data-item-repository.ts';
import { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import { nameKey } from '#names.ts';
import type { CarriedMessage } from './point-frame.ts';

export interface CarriedSlotsOptions {
  registry: {
    find(assetId: AssetId): RegisteredDevice | undefined;
    get(assetId: AssetId): Promise<RegisteredDevice | undefined>;
  };
  items: { listOfAssets(assetIds: readonly AssetId[]): Promise<{ assetId: AssetId; item: DataItemRecord }[]> };
}

/**
 * Finds the device and the data items of what another node took in. That node has written them before it sent anything
 * of them, so what is not known here yet is in the database; what is not there either was deleted since.
 */
export class CarriedSlots {
  readonly #options: CarriedSlotsOptions;

  constructor(options: CarriedSlotsOptions) {
    this.#options = options;
  }

  /** The device, with a slot for each point that still has its data item; at once where all are known. */
  of(message: CarriedMessage): RegisteredDevice | Promise<RegisteredDevice | undefined> {
    const device = this.#options.registry.find(message.assetId);
    return device !== undefined && hasAll(device, message) ? device : this.#ask(message);
  }

  async #ask(message: CarriedMessage): Promise<RegisteredDevice | undefined> {
    const { registry } = this.#options;
    const device = await registry.get(message.assetId);
    if (device === undefined || hasAll(device, message)) return device;
    await this.learn([message.assetId]);
    return device;
  }

  /** Gets to know the data items that other nodes have made for these assets. */
  async learn(assetIds: readonly AssetId[]): Promise<void> {
    const { registry, items } = this.#options;
    for (const { assetId, item } of await items.listOfAssets(assetIds)) {
      const device = registry.find(assetId);
      if (device === undefined || device.slotOfId(item.dataItemId) !== undefined) continue;
      device.addSlot(nameKey(item.label), new DataItemSlot(assetId, item.dataItemId, item.label));
    }
  }
}

function hasAll(device: RegisteredDevice, { points }: CarriedMessage): boolean {
  return points.every(({ dataItemId }) => device.slotOfId(dataItemId) !== undefined);
}
