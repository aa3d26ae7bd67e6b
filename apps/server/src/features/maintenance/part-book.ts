import type { AssetDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import { type PlaceOfPart, placeOfPart } from '@telltale/domain/field/parts/part-name.ts';
import { type SeriesKey, seriesKey } from '@telltale/historian';
import { nameKey } from '#names.ts';
import { type PartMeta, readMeta } from './part-meta.ts';
import type { PartDefinition, PartDone } from './part-repository.ts';
import { PartSchedule } from './part-schedule.ts';

/** What has to be done to an asset again and again, and when that was last the case. */
export interface AssetPart {
  readonly definition: PartDefinition;
  readonly place: PlaceOfPart | undefined;
  readonly counter: string;
  /** Undefined: the asset has never sent it. */
  readonly key: SeriesKey | undefined;
  readonly interval: number;
  readonly isNamed: boolean;
  readonly fault: string | undefined;
  readonly last: (PartDone & { readonly told: PartMeta }) | undefined;
}

export interface AssetParts {
  readonly assetId: AssetId;
  /** Why the maintenance-schedule cannot be read. */
  readonly fault: string | undefined;
  readonly parts: readonly AssetPart[];
}

export interface PartBookOptions {
  listDefinitions: () => Promise<PartDefinition[]>;
  listLast: (atMs: EpochMs, assetId?: AssetId) => Promise<PartDone[]>;
  /** Labels of the data items that an asset has sent, with their ids. */
  itemsOf: (assetId: AssetId) => readonly { label: string; dataItemId: number }[];
}

/** An asset whose parts are asked for. */
export interface AssetOfParts {
  readonly assetId: AssetId;
  readonly assetDefinitionId: AssetDefinitionId;
  /** The attribute maintenance-schedule. */
  readonly schedule: string | undefined;
}

/** A counter of an asset; without a key the asset has never sent it, and the fault says so. */
export interface FoundCounter {
  readonly label: string;
  readonly key: SeriesKey | undefined;
  readonly fault: string | undefined;
}

/** What the parts of an asset are made of. */
interface PartSources {
  readonly definitions: readonly PartDefinition[];
  readonly last: ReadonlyMap<number, PartDone>;
  readonly schedule: string | undefined;
  /** How many data items it has sent: they only become more. */
  readonly items: number;
}

function isSame(one: PartSources, other: PartSources): boolean {
  return (
    one.definitions === other.definitions &&
    one.last === other.last &&
    one.schedule === other.schedule &&
    one.items === other.items
  );
}

/** Looks at the records of all at once where more assets than these are not known. */
const MOST_SINGLE_READS = 50;
/** What another process on the same database wrote is seen after this long. */
const FRESH_MS = 300_000;

/** The last records of every part, in memory: a list of all visible assets is answered without the database. */
export class PartBook {
  readonly #options: PartBookOptions;
  readonly #last = new Map<AssetId, ReadonlyMap<number, PartDone>>();
  readonly #assembled = new Map<AssetId, { from: PartSources; parts: AssetParts }>();
  #definitions: Promise<ReadonlyMap<AssetDefinitionId, PartDefinition[]>> | undefined;
  #readMs = 0;
  /** How often something was forgotten. */
  #forgotten = 0;

  constructor(options: PartBookOptions) {
    this.#options = options;
  }

  /** The parts of assets as they are now. */
  async partsOf(assets: readonly AssetOfParts[], nowMs: EpochMs): Promise<AssetParts[]> {
    if (nowMs - this.#readMs > FRESH_MS || nowMs < this.#readMs) this.#forgetAll(nowMs);
    const definitions = await this.#definitionsByAsset();
    const some = assets.filter(({ assetDefinitionId }) => definitions.has(assetDefinitionId));
    const missing = some.filter(({ assetId }) => !this.#last.has(assetId));
    const found = new Map<AssetId, ReadonlyMap<number, PartDone>>();
    const forgottenBefore = this.#forgotten;
    const keep = (assetId: AssetId, done: readonly PartDone[]) => {
      const last = new Map(done.map((one) => [one.eventDefinitionId as number, one]));
      found.set(assetId, last);
      // What was written while the database answered is not in its answer.
      if (this.#forgotten === forgottenBefore) this.#last.set(assetId, last);
    };
    if (missing.length > MOST_SINGLE_READS) {
      const byAsset = Map.groupBy(await this.#options.listLast(nowMs), ({ assetId }) => assetId);
      for (const { assetId } of missing) keep(assetId, byAsset.get(assetId) ?? []);
    } else {
      for (const { assetId } of missing) keep(assetId, await this.#options.listLast(nowMs, assetId));
    }
    return some.map((asset) => {
      const last = found.get(asset.assetId) ?? this.#last.get(asset.assetId) ?? new Map<number, PartDone>();
      return this.#partsOf(asset, definitions.get(asset.assetDefinitionId) ?? [], last);
    });
  }

  /** The same object for as long as it is made of the same. */
  #partsOf(asset: AssetOfParts, definitions: readonly PartDefinition[], last: PartSources['last']): AssetParts {
    const { assetId, schedule } = asset;
    const from: PartSources = { definitions, last, schedule, items: this.#options.itemsOf(assetId).length };
    const known = this.#assembled.get(assetId);
    if (known && isSame(known.from, from)) return known.parts;
    const parts = this.#assemble(asset, definitions, last);
    this.#assembled.set(assetId, { from, parts });
    return parts;
  }

  /** The parts of an asset as they were at a past time; kinds of maintenance are those of today. */
  async partsAt(asset: AssetOfParts, atMs: EpochMs): Promise<AssetParts> {
    const definitions = (await this.#definitionsByAsset()).get(asset.assetDefinitionId) ?? [];
    const last = await this.#options.listLast(atMs, asset.assetId);
    return this.#assemble(asset, definitions, new Map(last.map((one) => [one.eventDefinitionId as number, one])));
  }

  /** A counter of an asset by its label, or by a path whose last step is one. */
  counterOf(assetId: AssetId, path: string): FoundCounter {
    return counterOf(assetId, path, this.#itemsOf(assetId));
  }

  #itemsOf(assetId: AssetId): ReadonlyMap<string, number> {
    return new Map(this.#options.itemsOf(assetId).map((item) => [nameKey(item.label), item.dataItemId]));
  }

  /** Records of an asset are others now. */
  forget(assetId: AssetId): void {
    this.#forgotten++;
    this.#last.delete(assetId);
    this.#assembled.delete(assetId);
  }

  /** Kinds of maintenance are others now. */
  forgetDefinitions(): void {
    this.#definitions = undefined;
  }

  #forgetAll(nowMs: EpochMs): void {
    this.#forgotten++;
    this.#last.clear();
    this.#assembled.clear();
    this.#definitions = undefined;
    this.#readMs = nowMs;
  }

  #definitionsByAsset(): Promise<ReadonlyMap<AssetDefinitionId, PartDefinition[]>> {
    const reading =
      this.#definitions ??
      this.#options.listDefinitions().then((all) => Map.groupBy(all, ({ assetDefinitionId }) => assetDefinitionId));
    this.#definitions = reading;
    reading.catch(() => {
      if (this.#definitions === reading) this.#definitions = undefined;
    });
    return reading;
  }

  #assemble(
    { assetId, schedule: text }: AssetOfParts,
    definitions: readonly PartDefinition[],
    last: ReadonlyMap<number, PartDone>,
  ): AssetParts {
    const schedule = new PartSchedule(text);
    const items = this.#itemsOf(assetId);
    const parts = definitions.flatMap((definition): AssetPart[] => {
      if (!isPart(definition, schedule)) return [];
      const place = placeOfPart(definition.name);
      const plan = schedule.planOf(definition.name);
      const { label, key, fault } = counterOf(assetId, plan.counter, items);
      const done = last.get(definition.eventDefinitionId);
      return [
        {
          definition,
          place,
          counter: label,
          key,
          interval: plan.interval,
          isNamed: plan.isNamed,
          fault: plan.fault ?? fault,
          last: done && { ...done, told: readMeta(done.meta) },
        },
      ];
    });
    return { assetId, fault: schedule.fault, parts };
  }
}

/** Whether a kind of maintenance is looked after by a counter: it stands in the grid, or the schedule names it. */
export function isPart({ name }: Pick<PartDefinition, 'name'>, schedule: PartSchedule): boolean {
  return placeOfPart(name) !== undefined || schedule.planOf(name).isNamed;
}

/** A counterPath is the label of a data item, or a path whose last step is. */
function counterOf(assetId: AssetId, path: string, items: ReadonlyMap<string, number>): FoundCounter {
  for (const label of [path, path.split(/[./]/).at(-1)?.trim() ?? path]) {
    const dataItemId = items.get(nameKey(label));
    if (dataItemId !== undefined) return { label, key: seriesKey(assetId, dataItemId), fault: undefined };
  }
  return { label: path, key: undefined, fault: `Nothing was ever sent as '${path}'.` };
}
