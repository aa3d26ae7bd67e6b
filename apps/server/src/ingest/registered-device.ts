import type { AdminId, AssetDefinitionId, AssetId, DataItemId, ItemScaling } from '@telltale/contract';
import { scalingInForce } from '@telltale/domain';
import { nameKey } from '#names.ts';
import type { DataItemSlot } from './data-item-slot.ts';
import type { DeviceCalculations } from './device-calculations.ts';
import { SlotScaling } from './slot-scaling.ts';

/** Names a device for the pipeline. */
export interface DeviceRef {
  readonly assetId: AssetId;
}

const NO_SCALINGS: ReadonlyMap<number, ItemScaling> = new Map();

/** Spellings of labels that are remembered per device; a device that varies case at random costs time, not memory. */
const MAX_SPELLINGS = 4_000;

/** An asset as the devices' side of the portal knows it: held in memory, so that a message costs no query. */
export class RegisteredDevice implements DeviceRef {
  readonly assetId: AssetId;
  readonly assetDefinitionId: AssetDefinitionId;
  adminId: AdminId;
  serialNumber: string;
  tokenHash: string;
  /** What is calculated of its values as they come in; undefined: nothing. */
  calculations: DeviceCalculations | undefined;
  /** Resolves when its messages may be taken in again; undefined: they may. */
  paused: Promise<void> | undefined;
  /** The asset was deleted: nothing more is taken from it. */
  isRemoved = false;
  /** The latest time that was given to a message without one; see `arrivalTime`. */
  arrivalMs = Number.NEGATIVE_INFINITY;
  /** Points refused because the asset has as many data items as it may have. */
  refusedPoints = 0;
  readonly #bySpelling = new Map<string, DataItemSlot>();
  readonly #byLabelKey = new Map<string, DataItemSlot>();
  readonly #byId = new Map<DataItemId, DataItemSlot>();
  #scalings: ReadonlyMap<number, ItemScaling> = NO_SCALINGS;
  #definitionScalings: ReadonlyMap<number, ItemScaling> = NO_SCALINGS;

  constructor(asset: {
    assetId: AssetId;
    assetDefinitionId: AssetDefinitionId;
    adminId: AdminId;
    serialNumber: string;
    tokenHash: string;
  }) {
    this.assetId = asset.assetId;
    this.assetDefinitionId = asset.assetDefinitionId;
    this.adminId = asset.adminId;
    this.serialNumber = asset.serialNumber;
    this.tokenHash = asset.tokenHash;
  }

  get itemCount(): number {
    return this.#byId.size;
  }

  /** The data item of a label in whatever spelling; one that was met before costs one look-up. */
  slotOf(label: string): DataItemSlot | undefined {
    return this.#bySpelling.get(label) ?? this.slotOfKey(nameKey(label), label);
  }

  /** The data item of a `nameKey`; its spelling is remembered. */
  slotOfKey(labelKey: string, label: string): DataItemSlot | undefined {
    const slot = this.#byLabelKey.get(labelKey);
    if (slot && this.#bySpelling.size < MAX_SPELLINGS) this.#bySpelling.set(label, slot);
    return slot;
  }

  /** The same, for who asks with every message and spells it as its key. */
  slotNamed(labelKey: string): DataItemSlot | undefined {
    return this.#byLabelKey.get(labelKey);
  }

  slotOfId(dataItemId: DataItemId): DataItemSlot | undefined {
    return this.#byId.get(dataItemId);
  }

  slots(): Iterable<DataItemSlot> {
    return this.#byId.values();
  }

  addSlot(labelKey: string, slot: DataItemSlot): void {
    this.#byLabelKey.set(labelKey, slot);
    this.#byId.set(slot.dataItemId, slot);
    this.#bySpelling.set(slot.label, slot);
    slot.scaling = this.#scalingOf(slot);
  }

  /** How its readings become values from here on, by data item; what its definition says counts for the others. */
  setScalings(scalings: ReadonlyMap<number, ItemScaling>): void {
    this.#scalings = scalings;
    this.#scaleAnew();
  }

  /** The same as its definition says. */
  setDefinitionScalings(scalings: ReadonlyMap<number, ItemScaling>): void {
    this.#definitionScalings = scalings;
    this.#scaleAnew();
  }

  #scaleAnew(): void {
    for (const slot of this.#byId.values()) slot.scaling = this.#scalingOf(slot);
  }

  /** What is averaged goes on where nothing has changed. */
  #scalingOf({ dataItemId, scaling }: DataItemSlot): SlotScaling | undefined {
    const settings = scalingInForce(this.#scalings.get(dataItemId), this.#definitionScalings.get(dataItemId));
    if (settings === undefined) return undefined;
    return JSON.stringify(scaling?.settings) === JSON.stringify(settings) ? scaling : new SlotScaling(settings);
  }
}
