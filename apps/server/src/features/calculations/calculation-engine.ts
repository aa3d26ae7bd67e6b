import type { AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import { type Historian, seriesKey, seriesKeyParts } from '@telltale/historian';
import type { AssetEvent } from '#asset-events.ts';
import type { Log } from '#config/log.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import { nameKey } from '#names.ts';
import { AssetCalculations, type CalculatedSlot } from './asset-calculations.ts';
import { attributesRead, type CalculationPlans } from './calculation-plans.ts';
import { CalculationReplay, type SeriesReader } from './calculation-replay.ts';
import { type Calculation, CalculationRun } from './calculation-run.ts';

export interface CalculationEngineOptions {
  plans: CalculationPlans;
  registry: {
    find(assetId: AssetId): RegisteredDevice | undefined;
    list(): Iterable<RegisteredDevice>;
    onAdded(listener: (device: RegisteredDevice) => void): () => void;
  };
  /** Makes data items of labels for a device. */
  ensureItems: (device: RegisteredDevice, labels: readonly string[]) => Promise<void>;
  /** Resolves when all that was taken in so far is stored. */
  drained: () => Promise<void>;
  historian: Historian;
  replay: CalculationReplay;
  log: Log;
}

/** Assets whose history is read at the same time. */
const PREPARED_AT_ONCE = 16;

/**
 * Keeps what is calculated at every device. While it is made ready for one, what that device sends waits: the
 * calculation begins behind everything that is stored, and nothing is calculated twice or not at all.
 */
export class CalculationEngine {
  readonly #options: CalculationEngineOptions;
  #changing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: CalculationEngineOptions) {
    this.#options = options;
  }

  /** Begins with what is stored, before the first device is heard. */
  async start(): Promise<void> {
    const { plans, registry } = this.#options;
    await plans.read();
    await this.#prepare(this.#devicesOf(new Set(plans.definitionIds)));
    registry.onAdded((device) => {
      if (plans.of(device.assetDefinitionId).length > 0) void this.refresh(device.assetId);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#changing;
  }

  /** Resolves when every change that was told so far counts. */
  caughtUp(): Promise<void> {
    return this.#changing;
  }

  calculationsOf(assetDefinitionId: AssetDefinitionId): readonly Calculation[] {
    return this.#options.plans.of(assetDefinitionId);
  }

  /** What the data items of a definition are calculated by has changed. */
  definitionChanged(assetDefinitionId: AssetDefinitionId): Promise<void> {
    return this.#change(async () => {
      await this.#options.plans.read();
      await this.#prepare(this.#devicesOf(new Set([assetDefinitionId])));
    });
  }

  /** Begins anew with what is stored of an asset. */
  refresh(assetId: AssetId): Promise<void> {
    const device = this.#options.registry.find(assetId);
    if (!device) return Promise.resolve();
    const release = hold(device);
    return this.#change(() => this.#prepare([device]))
      .catch((error: unknown) => {
        this.#options.log.error({ err: error, assetId }, 'the calculated data items of an asset are behind');
      })
      .finally(release);
  }

  /** Runs work while nothing of an asset is taken in, and begins anew with what is stored then. */
  async whileHeld(assetId: AssetId, work: () => Promise<void>): Promise<void> {
    const device = this.#options.registry.find(assetId);
    if (!device) return;
    const release = hold(device);
    try {
      await this.#options.drained();
      await work();
      await this.#change(() => this.#prepare([device]));
    } finally {
      release();
    }
  }

  /**
   * Begins anew with what is stored of some assets, which another node calculated until now.
   * @param past without what is to be calculated again
   */
  takeOver(assetIds: readonly AssetId[], past: SeriesReader): Promise<void> {
    const { registry, plans } = this.#options;
    return this.#change(() => {
      const devices = assetIds.flatMap((assetId) => registry.find(assetId) ?? []);
      return this.#prepare(
        devices.filter(({ assetDefinitionId }) => plans.of(assetDefinitionId).length > 0),
        past,
      );
    });
  }

  /** Somebody changed the history of a data item: what is calculated from it remembers otherwise. */
  async historyEdited(assetId: AssetId, dataItemId: DataItemId): Promise<void> {
    if (this.#readsAny(assetId, ({ dataItemIds }) => dataItemIds.includes(dataItemId))) await this.refresh(assetId);
  }

  assetChanged(event: AssetEvent): void {
    if (event.kind !== 'attributes-changed') return;
    const changed = new Set(event.attributes.map(({ attributeName }) => nameKey(attributeName)));
    const reads = (one: Calculation) => attributesRead(one).some((name) => changed.has(name));
    if (this.#readsAny(event.assetId, reads)) void this.refresh(event.assetId);
  }

  #readsAny(assetId: AssetId, reads: (calculation: Calculation) => boolean): boolean {
    const device = this.#options.registry.find(assetId);
    return device !== undefined && this.#options.plans.of(device.assetDefinitionId).some(reads);
  }

  #devicesOf(definitions: ReadonlySet<AssetDefinitionId>): RegisteredDevice[] {
    return [...this.#options.registry.list()].filter(({ assetDefinitionId }) => definitions.has(assetDefinitionId));
  }

  /** One change after another: each sees what the one before has done. */
  #change(work: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(() => (this.#isClosed ? undefined : work()));
    this.#changing = done.catch(() => undefined);
    return done;
  }

  async #prepare(devices: readonly RegisteredDevice[], past: SeriesReader = this.#options.historian): Promise<void> {
    const replay = past === this.#options.historian ? this.#options.replay : new CalculationReplay(past);
    for (let first = 0; first < devices.length; first += PREPARED_AT_ONCE) {
      const some = devices.slice(first, first + PREPARED_AT_ONCE);
      const releases = some.map(hold);
      try {
        await this.#options.drained();
        await Promise.all(some.map((device) => this.#begin(device, past, replay)));
      } finally {
        for (const release of releases) release();
      }
    }
  }

  async #begin(device: RegisteredDevice, past: SeriesReader, replay: CalculationReplay): Promise<void> {
    const { plans, ensureItems } = this.#options;
    const { assetId } = device;
    const calculations = plans.of(device.assetDefinitionId);
    await ensureItems(
      device,
      calculations.map(({ label }) => label),
    );
    const around = await plans.around(assetId, calculations);
    const inputs = new Set(calculations.flatMap(({ dataItemIds }) => dataItemIds));
    const newest = new Map<DataItemId, number>();
    const keys = [...inputs].map((dataItemId) => seriesKey(assetId, dataItemId));
    for (const { key, timeMs } of await past.stateAt(keys, Number.MAX_SAFE_INTEGER)) {
      newest.set(seriesKeyParts(key).dataItemId as DataItemId, timeMs);
    }
    const newestOf = (dataItemId: DataItemId) => newest.get(dataItemId) ?? Number.NEGATIVE_INFINITY;
    const slots: CalculatedSlot[] = [];
    for (const calculation of calculations) {
      // An asset with as many data items as it may have gets no more.
      const slot = device.slotOfId(calculation.dataItemId);
      if (!slot) continue;
      const run = new CalculationRun(calculation, around);
      const lastMs = Math.max(...calculation.dataItemIds.map(newestOf));
      if (lastMs !== Number.NEGATIVE_INFINITY) {
        await replay.run(run, assetId, { fromMs: lastMs, toMs: lastMs }, () => undefined);
      }
      slots.push({ run, slot });
    }
    const calculated = new Set(slots.map(({ slot }) => slot));
    for (const slot of device.slots()) slot.isCalculated = calculated.has(slot);
    device.calculations = slots.length === 0 ? undefined : new AssetCalculations(slots, newestOf);
  }
}

/** Lets what a device sends wait until it is released, and as long as somebody else holds it. */
function hold(device: RegisteredDevice): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const earlier = device.paused;
  const paused = (earlier === undefined ? promise : Promise.all([earlier, promise])).then(() => {
    if (device.paused === paused) device.paused = undefined;
  });
  device.paused = paused;
  return resolve;
}
