import type { AssetId, DataItemId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#db/schema.ts';
import { inTransaction } from '#db/transaction.ts';
import type { AssetRepository } from '#features/assets/asset-repository.ts';
import type { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import { nameKey } from '#names.ts';
import { DataItemSlot } from './data-item-slot.ts';
import { MAX_LABEL_LENGTH } from './incoming.ts';
import type { RegisteredDevice } from './registered-device.ts';

/** An asset may have at most this many data items (spec 3 §2). */
export const MAX_ITEMS_PER_ASSET = 1_000;

const RETRY_MS = 1_000;

interface Wish {
  device: RegisteredDevice;
  label: string;
  labelKey: string;
}

/**
 * Turns labels never seen before into data items, at once and in batches: ten thousand assets that start together cost
 * a few transactions, not a hundred thousand.
 */
export class ItemRegistrar {
  readonly #db: Kysely<Database>;
  readonly #items: DataItemRepository;
  readonly #assets: AssetRepository;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Data items that are being made, by device and label key: they count towards the limit. */
  readonly #wishes = new Map<RegisteredDevice, Map<string, Wish>>();
  #working: Promise<void> | undefined;
  #fault: string | undefined;
  #isClosed = false;

  constructor(
    db: Kysely<Database>,
    repositories: { items: DataItemRepository; assets: AssetRepository },
    clock: Clock,
    log: Log,
  ) {
    this.#db = db;
    this.#items = repositories.items;
    this.#assets = repositories.assets;
    this.#clock = clock;
    this.#log = log;
  }

  /** Why new labels wait, or undefined. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /**
   * Makes sure that the device has a data item for each of these labels, as far as it may. Afterwards `slotOf`
   * answers it, or the label was refused. Waits while the database cannot be written.
   */
  async ensure(device: RegisteredDevice, labels: readonly string[]): Promise<void> {
    let mustWait = false;
    for (const label of labels) mustWait = this.#wish(device, label) || mustWait;
    while (mustWait && this.#wishes.has(device)) {
      if (this.#isClosed) throw new Error('the portal is closing');
      this.#working ??= this.#work();
      await this.#working;
    }
  }

  /** Tells why a label cannot become a data item, or undefined. */
  static reasonAgainst(label: string): string | undefined {
    if (label.trim() === '') return 'empty label';
    if (label.length > MAX_LABEL_LENGTH) return `label longer than ${MAX_LABEL_LENGTH} characters`;
    return undefined;
  }

  /** Ends waiting for a database that cannot be written. */
  close(): void {
    this.#isClosed = true;
  }

  #wish(device: RegisteredDevice, label: string): boolean {
    if (ItemRegistrar.reasonAgainst(label) !== undefined) return false;
    const labelKey = nameKey(label);
    if (device.slotOfKey(labelKey, label)) return false;
    const wishes = this.#wishes.get(device);
    if (wishes?.has(labelKey)) return true;
    if (device.itemCount + (wishes?.size ?? 0) >= MAX_ITEMS_PER_ASSET) return false;
    if (wishes) wishes.set(labelKey, { device, label, labelKey });
    else this.#wishes.set(device, new Map([[labelKey, { device, label, labelKey }]]));
    return true;
  }

  async #work(): Promise<void> {
    // Wishes of the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    const wishes = [...this.#wishes.values()].flatMap((ofDevice) => [...ofDevice.values()]);
    try {
      await this.#grant(wishes.filter((wish) => !wish.device.isRemoved));
      for (const { device, labelKey } of wishes) this.#forget(device, labelKey);
      this.#fault = undefined;
    } catch (error) {
      this.#fault = 'new data items cannot be stored';
      this.#log.error({ err: error }, 'new data items cannot be stored; trying again');
      await this.#dropRemoved(wishes);
      await new Promise((resolve) => setTimeout(resolve, this.#isClosed ? 0 : RETRY_MS));
    } finally {
      this.#working = undefined;
    }
  }

  async #grant(wishes: readonly Wish[]): Promise<void> {
    if (wishes.length === 0) return;
    const nowMs = this.#clock.now();
    const records = await inTransaction(this.#db, async (transaction) => {
      const items = this.#items.within(transaction);
      const byKey = await items.ensure([...new Set(wishes.map((wish) => wish.label))], nowMs);
      const links: { assetId: AssetId; dataItemId: DataItemId }[] = [];
      for (const { device, labelKey } of wishes) {
        const item = byKey.get(labelKey);
        if (item) links.push({ assetId: device.assetId, dataItemId: item.dataItemId });
      }
      await items.addToAssets(links, nowMs);
      return byKey;
    });
    for (const { device, label, labelKey } of wishes) {
      const item = records.get(labelKey);
      if (!item) continue;
      device.addSlot(labelKey, new DataItemSlot(device.assetId, item.dataItemId, item.label));
      device.slotOfKey(labelKey, label);
    }
  }

  /** One deleted asset must not keep the others waiting. */
  async #dropRemoved(wishes: readonly Wish[]): Promise<void> {
    for (const device of new Set(wishes.map((wish) => wish.device))) {
      device.isRemoved ||= await this.#isDeleted(device.assetId);
      if (device.isRemoved) this.#wishes.delete(device);
    }
  }

  async #isDeleted(assetId: AssetId): Promise<boolean> {
    try {
      return (await this.#assets.find(assetId)) === undefined;
    } catch {
      return false;
    }
  }

  #forget(device: RegisteredDevice, labelKey: string): void {
    const wishes = this.#wishes.get(device);
    wishes?.delete(labelKey);
    if (wishes?.size === 0) this.#wishes.delete(device);
  }
}
