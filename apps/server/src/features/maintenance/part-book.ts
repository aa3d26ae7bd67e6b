import type { AssetDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import { aliasesOf } from '@telltale/domain';
import { type PlaceOfPart, placeOfPart } from '@telltale/domain/field/parts/part-name.ts';
import type { SeriesKey } from '@telltale/historian';
import { nameKey } from '#names.ts';
import { counterOf, type FoundCounter } from './found-counter.ts';
import { type PartMeta, readMeta } from './part-meta.ts';
import type { PartDefinition, PartDone } from './part-repository.ts';
import { PartSchedule } from './part-schedule.ts';

/** What has to be done to an asset again and again, and when that was last the case. */
export interface AssetPart {
  readonly definition: PartDefinition;
  readonly place: PlaceOfPart | undefined;
  /** The label of its counter. */
  readonly counter: string;
  /** As the schedule names it. */
  readonly counterPath: string;
  /** What people read of it. */
  readonly counterName: string;
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
  /** The attribute aliasMap. */
  readonly aliasMap: string | undefined;
}

interface PartSources {
  readonly definitions: readonly PartDefinition[];
  readonly last: ReadonlyMap<number, PartDone>;
  readonly schedule: string | undefined;
  readonly aliasMap: string | undefined;
  /** How many data items it has sent: they only become more. */
  readonly items: number;
}

function isSame(one: PartSources, other: PartSources): boolean {
  return (
    one.definitions === other.definitions &&
    one.last === other.last &&
    one.schedule === other.schedule &&
    one.aliasMap === other.aliasMap &&
    one.items === other.items
  );
}

/** Looks at the records of all at once where more assets than these are not known. */
const MOST_SINGLE_READS = 50;
/** What another process on the same database wrote is seen after this long, when everything is read anew beside. */
const FRESH_MS = 300_000;
/** And after this long by whoever asks, where that did not come about. */
const STALE_MS = 600_000;

/** The last records of every part, in memory: a list of all visible assets is answered without the database. */
export class PartBook {
  readonly #options: PartBookOptions;
  readonly #last = new Map<AssetId, ReadonlyMap<number, PartDone>>();
  readonly #assembled = new Map<AssetId, { from: PartSources; parts: AssetParts }>();
  #definitions: Promise<ReadonlyMap<AssetDefinitionId, PartDefinition[]>> | undefined;
  /** What the name of a kind says, once for all assets. */
  readonly #named = new WeakMap<PartDefinition, NamedKind>();
  #readMs = Number.NEGATIVE_INFINITY;
  /** How often something was forgotten. */
  #forgotten = 0;
  #reading: Promise<void> | undefined;

  constructor(options: PartBookOptions) {
    this.#options = options;
  }

  /** Reads what was read long ago anew, beside whoever asks; what is as it was stays the same object. */
  async renew(assets: readonly AssetOfParts[], nowMs: EpochMs): Promise<void> {
    if (!this.#isOlder(FRESH_MS, nowMs)) return;
    this.#reading ??= this.#renewAll(assets, nowMs).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #renewAll(assets: readonly AssetOfParts[], nowMs: EpochMs): Promise<void> {
    const forgottenBefore = this.#forgotten;
    const known = await this.#definitions;
    const definitions = Map.groupBy(
      await this.#options.listDefinitions(),
      ({ assetDefinitionId }) => assetDefinitionId,
    );
    const byAsset = Map.groupBy(await this.#options.listLast(nowMs), ({ assetId }) => assetId);
    // What was written while the database answered is not in its answers.
    if (this.#forgotten !== forgottenBefore) return;
    for (const [id, before] of known ?? []) if (isEqual(before, definitions.get(id))) definitions.set(id, before);
    this.#definitions = Promise.resolve(definitions);
    for (const { assetId } of assets.filter((asset) => definitions.has(asset.assetDefinitionId))) {
      const done = byAsset.get(assetId) ?? [];
      const before = this.#last.get(assetId);
      if (!before || !isEqual([...before.values()], done)) this.#last.set(assetId, byKind(done));
    }
    this.#readMs = nowMs;
  }

  #isOlder(thanMs: number, nowMs: EpochMs): boolean {
    return nowMs - this.#readMs > thanMs || nowMs < this.#readMs;
  }

  /** The parts of assets as they are now. */
  async partsOf(assets: readonly AssetOfParts[], nowMs: EpochMs): Promise<AssetParts[]> {
    // The first one to ask waits for what is being read already.
    if (this.#last.size === 0) await this.#reading?.catch(() => undefined);
    if (this.#isOlder(STALE_MS, nowMs)) this.#forgetAll(nowMs);
    const definitions = await this.#definitionsByAsset();
    const some = assets.filter(({ assetDefinitionId }) => definitions.has(assetDefinitionId));
    const missing = some.filter(({ assetId }) => !this.#last.has(assetId));
    const found = new Map<AssetId, ReadonlyMap<number, PartDone>>();
    const forgottenBefore = this.#forgotten;
    const keep = (assetId: AssetId, done: readonly PartDone[]) => {
      const last = byKind(done);
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
    const { assetId, schedule, aliasMap } = asset;
    const from: PartSources = { definitions, last, schedule, aliasMap, items: this.#options.itemsOf(assetId).length };
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
    return this.#assemble(asset, definitions, byKind(last));
  }

  /** A counter of an asset by its label, or by a path whose last step is one. */
  counterOf({ assetId, aliasMap }: Pick<AssetOfParts, 'assetId' | 'aliasMap'>, path: string): FoundCounter {
    return counterOf(assetId, path, this.#itemsOf(assetId), aliasesOf(aliasMap));
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
    this.#forgotten++;
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
    { assetId, schedule: text, aliasMap }: AssetOfParts,
    definitions: readonly PartDefinition[],
    last: ReadonlyMap<number, PartDone>,
  ): AssetParts {
    const schedule = new PartSchedule(text);
    const items = this.#itemsOf(assetId);
    const aliases = aliasesOf(aliasMap);
    const parts = definitions.flatMap((definition): AssetPart[] => {
      const { place, key: name } = this.#nameOf(definition);
      const plan = schedule.planOfKey(name);
      if (place === undefined && !plan.isNamed) return [];
      const { label, name: counterName, key, fault } = counterOf(assetId, plan.counter, items, aliases);
      const done = last.get(definition.eventDefinitionId);
      return [
        {
          definition,
          place,
          counter: label,
          counterPath: plan.counter,
          counterName,
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

  #nameOf(definition: PartDefinition): NamedKind {
    const known = this.#named.get(definition);
    if (known) return known;
    const named = { place: placeOfPart(definition.name), key: nameKey(definition.name) };
    this.#named.set(definition, named);
    return named;
  }
}

interface NamedKind {
  readonly place: PlaceOfPart | undefined;
  /** The name as it is compared. */
  readonly key: string;
}

/** Of two of one kind at the same time the later one counts. */
function byKind(done: readonly PartDone[]): ReadonlyMap<number, PartDone> {
  return new Map(done.map((one) => [one.eventDefinitionId as number, one]));
}

function isEqual<T extends object>(some: readonly T[], others: readonly T[] | undefined): boolean {
  if (some.length !== others?.length) return false;
  return some.every((one, at) => {
    const other = others[at] as T;
    return (Object.keys(one) as (keyof T)[]).every((field) => one[field] === other[field]);
  });
}

/** Whether a kind of maintenance is looked after by a counter: it stands in the grid, or the schedule names it. */
export function isPart({ name }: Pick<PartDefinition, 'name'>, schedule: PartSchedule): boolean {
  return placeOfPart(name) !== undefined || schedule.planOf(name).isNamed;
}
