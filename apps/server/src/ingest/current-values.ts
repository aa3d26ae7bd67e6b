import type { AssetId, DataItemId } from '@telltale/contract';
import { type Historian, type LastPoint, type SeriesKey, seriesKeyParts } from '@telltale/historian';
import type { DataItemSlot } from './data-item-slot.ts';
import type { DeviceRegistry } from './device-registry.ts';

export interface StoredValue {
  dataItemId: DataItemId;
  value: number | string;
  /** Milliseconds since 1970. */
  timeMs: number;
  /** The OPC DA quality byte. */
  quality: number;
  /** The server's clock when it came; undefined: not since the portal started, or not by a message. */
  receivedMs: number | undefined;
}

/** Series whose last points are asked for in one question. */
const KEYS_AT_ONCE = 10_000;

/** The newest value of every data item, in memory; warmed from the history at start. */
export class CurrentValues {
  readonly #registry: DeviceRegistry;

  constructor(registry: DeviceRegistry) {
    this.#registry = registry;
  }

  /** Takes over the newest stored point of every series. */
  async warm(historian: Historian): Promise<void> {
    for (const point of await historian.latest()) this.restore(point);
  }

  /**
   * The same for the data items of some assets, which another node stored until now.
   * @param isLater such a value comes again, and there is none yet
   */
  async warmAssets(
    historian: Pick<Historian, 'stateAt'>,
    assetIds: readonly AssetId[],
    isLater: (key: SeriesKey, timeMs: number) => boolean = () => false,
  ): Promise<void> {
    for await (const point of this.#newestOf(historian, assetIds)) this.restore(point);
    for (const slot of this.#slotsOf(assetIds)) if (slot.hasValue && isLater(slot.key, slot.timeMs)) slot.clear();
  }

  /**
   * Makes good what was not heard of some assets: takes over each stored point that is newer than what is known.
   * @returns the data items that have another value now
   */
  async catchUp(historian: Pick<Historian, 'stateAt'>, assetIds: readonly AssetId[]): Promise<DataItemSlot[]> {
    const changed: DataItemSlot[] = [];
    for await (const point of this.#newestOf(historian, assetIds)) {
      const { assetId, dataItemId } = seriesKeyParts(point.key);
      const slot = this.#registry.findSlot(assetId as AssetId, dataItemId as DataItemId);
      if (!slot || slot.timeMs >= point.timeMs) continue;
      this.restore(point);
      changed.push(slot);
    }
    return changed;
  }

  /** Values of the asset's data items that have one. */
  list(assetId: AssetId): readonly StoredValue[] {
    const values: StoredValue[] = [];
    for (const slot of this.#registry.find(assetId)?.slots() ?? []) if (slot.hasValue) values.push(storedValue(slot));
    return values;
  }

  get(assetId: AssetId, dataItemId: DataItemId): StoredValue | undefined {
    const slot = this.#registry.findSlot(assetId, dataItemId);
    return slot?.hasValue ? storedValue(slot) : undefined;
  }

  /** Sets a current value from the history, e.g. at start or after somebody corrected the history. */
  restore(point: LastPoint): void {
    const { assetId, dataItemId } = seriesKeyParts(point.key);
    const device = this.#registry.find(assetId as AssetId);
    const slot = device?.slotOfId(dataItemId as DataItemId);
    if (!device || !slot) return;
    slot.set(point.timeMs, point.value, point.quality);
    slot.newestMs = Math.max(slot.newestMs, point.timeMs);
    device.arrivalMs = Math.max(device.arrivalMs, point.timeMs);
  }

  /** Forgets a current value whose history was deleted. */
  forget(assetId: AssetId, dataItemId: DataItemId): void {
    this.#registry.findSlot(assetId, dataItemId)?.clear();
  }

  #slotsOf(assetIds: readonly AssetId[]): DataItemSlot[] {
    return assetIds.flatMap((assetId) => [...(this.#registry.find(assetId)?.slots() ?? [])]);
  }

  async *#newestOf(historian: Pick<Historian, 'stateAt'>, assetIds: readonly AssetId[]): AsyncGenerator<LastPoint> {
    const keys = this.#slotsOf(assetIds).map(({ key }) => key);
    for (let first = 0; first < keys.length; first += KEYS_AT_ONCE) {
      yield* await historian.stateAt(keys.slice(first, first + KEYS_AT_ONCE), Number.MAX_SAFE_INTEGER);
    }
  }
}

function storedValue(slot: DataItemSlot): StoredValue {
  const { dataItemId, value, timeMs, quality, received } = slot;
  return { dataItemId, value, timeMs, quality, receivedMs: received?.receivedMs };
}
