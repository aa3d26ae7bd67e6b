import {
  type AssetDefinitionId,
  type AssetId,
  type assets,
  type DataItemId,
  type definitions,
  type EpochMs,
  type ItemDisplay,
  type ItemDisplayOverride,
  type ItemScaling,
  PLAIN_DISPLAY,
  QUALITY_GOOD,
  SCALING_MAP,
} from '@telltale/contract';
import { displayOf, isPlainDisplay, itemName, scalingsOf, streamsOf } from '@telltale/domain';
import type { Caller } from '#http/caller.ts';
import type { AssetEntry } from './asset-directory.ts';
import type { AssetReader } from './asset-reader.ts';

/** A point as the history or the ingest knows it. */
export interface ValuePoint {
  value: number | string;
  timeMs: number;
  quality: number;
}

/** The newest value of each data item; kept by the ingest. */
export interface CurrentValueSource {
  /** With the server's clock when it came, as long as that is known. */
  list(assetId: AssetId): readonly (ValuePoint & { dataItemId: DataItemId; receivedMs: number | undefined })[];
}

/** How values were made of what was sent; kept by the attributes, the definitions and the journal. */
export interface ScalingSource {
  /** What the asset itself said of its scalings at a time. */
  ownAt(assetId: AssetId, timeMs: EpochMs): Promise<ReadonlyMap<number, ItemScaling>>;
  ofValue(
    item: { assetId: AssetId; assetDefinitionId: AssetDefinitionId; dataItemId: DataItemId },
    value: { timeMs: EpochMs; receivedMs: EpochMs | undefined },
  ): Promise<ItemScaling | undefined>;
}

/** Which data items an asset has; kept by the definitions. */
export interface DataItemSource {
  listOfAsset(assetId: AssetId): Promise<readonly DataItemName[]>;
  listOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<readonly DataItemName[]>;
  /** What the asset has differently from its definition in how data items are read. */
  overridesOf(assetId: AssetId): Promise<ReadonlyMap<DataItemId, ItemDisplayOverride>>;
}

export interface DataItemName {
  dataItemId: DataItemId;
  label: string;
  unit: string;
  /** How its values are read; absent where nothing is described. */
  display?: ItemDisplay;
  /** What it is calculated by; null or absent: devices send it. */
  calculation?: unknown;
  /** How its definition scales it; null or absent: not at all. */
  scaling?: ItemScaling | null;
}

/** Reads the current values of assets: the data items of its definition, and what it sent beside them. */
export class CurrentValueService {
  readonly #reader: AssetReader;
  readonly #items: DataItemSource;
  readonly #values: CurrentValueSource;
  readonly #scalings: ScalingSource;

  constructor(reader: AssetReader, items: DataItemSource, values: CurrentValueSource, scalings: ScalingSource) {
    this.#reader = reader;
    this.#items = items;
    this.#values = values;
    this.#scalings = scalings;
  }

  async list(caller: Caller, assetId: AssetId): Promise<assets.CurrentValue[]> {
    return this.#read(await this.#reader.entry(caller, assetId), this.#values.list(assetId));
  }

  /** The same, each value with how it was made: one that came before its scaling was set is what was sent. */
  async listScaled(caller: Caller, assetId: AssetId): Promise<assets.CurrentValue[]> {
    const entry = await this.#reader.entry(caller, assetId);
    const points = this.#values.list(assetId);
    const values = await this.#read(entry, points);
    if (points.length === 0) return values;
    const oldestMs = Math.min(...points.map(({ timeMs }) => timeMs));
    const own = [scalingsOf(entry.attribute(SCALING_MAP)), await this.#scalings.ownAt(assetId, oldestMs)];
    const made = new Map<DataItemId, ItemScaling>();
    for (const { dataItemId, definitionScaling, value } of values) {
      const point = points.find((one) => one.dataItemId === dataItemId);
      const mayBeScaled = definitionScaling !== undefined || own.some((scalings) => scalings.has(dataItemId));
      if (!mayBeScaled || value === null || point === undefined) continue;
      const item = { assetId, assetDefinitionId: entry.asset.assetDefinitionId, dataItemId };
      const scaling = await this.#scalings.ofValue(item, point);
      if (scaling) made.set(dataItemId, scaling);
    }
    return values.map((value) => {
      const scaling = made.get(value.dataItemId);
      return scaling ? { ...value, scaling } : value;
    });
  }

  async #read(entry: AssetEntry, points: ReturnType<CurrentValueSource['list']>): Promise<assets.CurrentValue[]> {
    const names = await this.namesOf(entry);
    const values = new Map(points.map((value) => [value.dataItemId, value]));
    const scalings = new Map(names.flatMap(({ dataItemId, scaling }) => (scaling ? [[dataItemId, scaling]] : [])));
    return toCurrentValues(names, values, entry.aliases).map((value) => {
      const definitionScaling = scalings.get(value.dataItemId);
      return definitionScaling ? { ...value, definitionScaling } : value;
    });
  }

  /** What a dashboard can read of the asset, in the same order. */
  async treeItems(entry: AssetEntry): Promise<definitions.TreeDataItem[]> {
    return (await this.namesOf(entry)).map(({ dataItemId, label, calculation }) => {
      const alias = entry.aliases.get(dataItemId);
      return { dataItemId, label, ...(alias && { alias }), ...(calculation ? { isCalculated: true } : {}) };
    });
  }

  /** Every data item of the asset with what it is called there, in the same order. */
  async describedItems(entry: AssetEntry) {
    return (await this.namesOf(entry)).map(({ dataItemId, label, unit, display }) => ({
      dataItemId,
      label,
      alias: entry.aliases.get(dataItemId) ?? '',
      unit,
      description: display?.description ?? '',
    }));
  }

  /**
   * Every data item of the asset, by the index of its stream (streamMap) and by the name that people read; the definition's
   * unit and description count, and over them the asset's own.
   */
  async namesOf(entry: AssetEntry): Promise<DataItemName[]> {
    const { assetId, assetDefinitionId } = entry.asset;
    const streams = streamsOf(entry.attribute('streamMap'));
    const placeOf = ({ dataItemId }: DataItemName) => streams.get(dataItemId) ?? Number.MAX_VALUE;
    const nameOf = ({ dataItemId, label }: DataItemName) => itemName({ label, alias: entry.aliases.get(dataItemId) });
    const sent = await this.#items.listOfAsset(assetId);
    const defined = await this.#items.listOfDefinition(assetDefinitionId);
    const overrides = await this.#items.overridesOf(assetId);
    const names = new Map([...sent, ...defined].map((item) => [item.dataItemId, item]));
    return [...names.values()]
      .map((name) => withOverride(name, overrides.get(name.dataItemId)))
      .sort((a, b) => placeOf(a) - placeOf(b) || nameOf(a).localeCompare(nameOf(b)));
  }
}

function withOverride(name: DataItemName, override: ItemDisplayOverride | undefined): DataItemName {
  const { dataItemId, label, calculation, scaling } = name;
  const display = displayOf(name.display ?? PLAIN_DISPLAY, override);
  const unit = override?.unit ?? name.unit;
  const kept = { ...(calculation ? { calculation } : {}), ...(scaling ? { scaling } : {}) };
  const known = { dataItemId, label, unit, ...kept };
  return isPlainDisplay(display) ? known : { ...known, display };
}

/** Values as the API answers them; a data item without a point has neither value nor timestamp. */
export function toCurrentValues(
  names: readonly DataItemName[],
  values: ReadonlyMap<DataItemId, ValuePoint>,
  aliases: ReadonlyMap<number, string>,
): assets.CurrentValue[] {
  return names.map(({ dataItemId, label, unit, display, calculation }) => {
    const point = values.get(dataItemId);
    const isString = typeof point?.value === 'string';
    return {
      dataItemId,
      label,
      alias: aliases.get(dataItemId) ?? '',
      value: typeof point?.value === 'number' && Number.isFinite(point.value) ? point.value : null,
      unit,
      isString,
      stringValue: typeof point?.value === 'string' ? point.value : null,
      timestamp: point?.timeMs ?? null,
      quality: point?.quality ?? QUALITY_GOOD,
      ...(display && { display }),
      ...(calculation ? { isCalculated: true } : {}),
    };
  });
}
