import { type AssetId, DEFAULT_PING_RATE_MS, type definitions } from '@telltale/contract';
import { aliasesOf } from '@telltale/domain';
import type { AssetEvents } from '#asset-events.ts';
import { nameKey } from '#names.ts';
import type { AssetAttributeRepository, AttributeRecord } from './asset-attribute-repository.ts';
import type { AssetCoordinatesRepository, CoordinatesRecord } from './asset-coordinates-repository.ts';
import type { AssetRecord, AssetRepository } from './asset-repository.ts';
import { pingRateOf } from './attribute-rules.ts';

/** Parts of a row of a compact list, as JSON: its facts up to its place, and its attributes' names and values without brackets. */
export interface StoredRow {
  readonly head: string;
  readonly names: string;
  readonly values: string;
}

/** Everything about an asset that is stored; values and connection come from elsewhere. */
export class AssetEntry {
  readonly asset: AssetRecord;
  readonly definition: definitions.AssetDefinition;
  readonly attributes: readonly AttributeRecord[];
  readonly coordinates: CoordinatesRecord | undefined;
  readonly pingRateMs: number;
  /** JSON made of this entry, kept while it is current (see listing/asset-json.ts). */
  json: string | undefined;
  /** Its row of a compact list, as far as it is stored. */
  row: StoredRow | undefined;
  #aliases: ReadonlyMap<number, string> | undefined;

  constructor(
    asset: AssetRecord,
    definition: definitions.AssetDefinition,
    attributes: readonly AttributeRecord[],
    coordinates: CoordinatesRecord | undefined,
  ) {
    this.asset = asset;
    this.definition = definition;
    this.attributes = attributes;
    this.coordinates = coordinates;
    this.pingRateMs = pingRateOf(this.attribute('pingrate')) ?? DEFAULT_PING_RATE_MS;
  }

  /** The value of an attribute, whatever the case of its name. */
  attribute(attributeName: string): string | undefined {
    const key = nameKey(attributeName);
    return this.attributes.find((attribute) => nameKey(attribute.attributeName) === key)?.attributeValue;
  }

  /** What it calls its data items, by their ids. */
  get aliases(): ReadonlyMap<number, string> {
    this.#aliases ??= aliasesOf(this.attribute('aliasMap'));
    return this.#aliases;
  }
}

export interface AssetDirectorySources {
  assets: AssetRepository;
  attributes: AssetAttributeRepository;
  coordinates: AssetCoordinatesRepository;
  definitions: { list(): Promise<definitions.AssetDefinition[]> };
}

/** Above this many changed assets one bulk read is cheaper than single ones. */
const MAX_SINGLE_READS = 200;

/**
 * All assets in memory, read once and again when an event says that one has changed: lists of 10,000 assets with their
 * attributes are answered without the database.
 */
export class AssetDirectory {
  readonly #sources: AssetDirectorySources;
  readonly #published: () => Promise<void>;
  #entries = new Map<AssetId, AssetEntry>();
  #changed = new Set<AssetId>();
  #isLoaded = false;
  #refreshing: Promise<void> | undefined;

  /** @param published resolves when no change of many assets is half told */
  constructor(sources: AssetDirectorySources, events: AssetEvents, published: () => Promise<void>) {
    this.#sources = sources;
    this.#published = published;
    events.subscribe((event) => {
      if (event.kind !== 'items-described') this.#changed.add(event.assetId);
    });
  }

  /** Every asset, in order of id. */
  async list(): Promise<Iterable<AssetEntry>> {
    await this.#refresh();
    return this.#entries.values();
  }

  async find(assetId: AssetId): Promise<AssetEntry | undefined> {
    await this.#refresh();
    return this.#entries.get(assetId);
  }

  /** One refresh at a time; who comes during one waits for it and then looks whether another is due. */
  async #refresh(): Promise<void> {
    for (;;) {
      await this.#published();
      if (this.#isLoaded && this.#changed.size === 0 && !this.#refreshing) return;
      this.#refreshing ??= this.#readChanges().finally(() => {
        this.#refreshing = undefined;
      });
      await this.#refreshing;
    }
  }

  async #readChanges(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    try {
      if (!this.#isLoaded || changed.size > MAX_SINGLE_READS) await this.#readAll();
      else for (const assetId of changed) await this.#readOne(assetId);
    } catch (error) {
      for (const assetId of changed) this.#changed.add(assetId);
      throw error;
    }
  }

  async #readAll(): Promise<void> {
    const { assets, attributes, coordinates, definitions } = this.#sources;
    const definitionById = new Map((await definitions.list()).map((d) => [d.assetDefinitionId, d]));
    const attributesByAsset = Map.groupBy(await attributes.listAll(), (attribute) => attribute.assetId);
    const positionByAsset = new Map((await coordinates.listCurrent()).map((position) => [position.assetId, position]));
    const entries = new Map<AssetId, AssetEntry>();
    for (const asset of await assets.list()) {
      const definition = definitionById.get(asset.assetDefinitionId);
      if (!definition) continue;
      const own = attributesByAsset.get(asset.assetId) ?? [];
      entries.set(asset.assetId, new AssetEntry(asset, definition, own, positionByAsset.get(asset.assetId)));
    }
    this.#entries = entries;
    this.#isLoaded = true;
  }

  async #readOne(assetId: AssetId): Promise<void> {
    const { assets, attributes, coordinates, definitions } = this.#sources;
    const asset = await assets.find(assetId);
    if (!asset) {
      this.#entries.delete(assetId);
      return;
    }
    const all = await definitions.list();
    const definition = all.find((d) => d.assetDefinitionId === asset.assetDefinitionId);
    if (!definition) return;
    const position = await coordinates.findCurrent(assetId);
    const isNew = !this.#entries.has(assetId);
    this.#entries.set(assetId, new AssetEntry(asset, definition, await attributes.list(assetId), position));
    // Two assets created at once may be heard of in the other order.
    if (isNew) this.#entries = new Map([...this.#entries].sort(([a], [b]) => a - b));
  }
}
