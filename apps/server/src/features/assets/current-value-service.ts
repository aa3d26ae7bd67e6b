import { type AssetDefinitionId, type AssetId, type assets, type DataItemId, QUALITY_GOOD } from '@telltale/contract';
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
  list(assetId: AssetId): readonly (ValuePoint & { dataItemId: DataItemId })[];
}

/** Which data items an asset has; kept by the definitions. */
export interface DataItemSource {
  listOfAsset(assetId: AssetId): Promise<readonly DataItemName[]>;
  listOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<readonly DataItemName[]>;
}

export interface DataItemName {
  dataItemId: DataItemId;
  label: string;
  unit: string;
}

/** Reads the current values of assets: the data items of its definition, and what it sent beside them. */
export class CurrentValueService {
  readonly #reader: AssetReader;
  readonly #items: DataItemSource;
  readonly #values: CurrentValueSource;

  constructor(reader: AssetReader, items: DataItemSource, values: CurrentValueSource) {
    this.#reader = reader;
    this.#items = items;
    this.#values = values;
  }

  async list(caller: Caller, assetId: AssetId): Promise<assets.CurrentValue[]> {
    const entry = await this.#reader.entry(caller, assetId);
    const names = await this.namesOf(entry);
    const values = new Map(this.#values.list(assetId).map((value) => [value.dataItemId, value]));
    return toCurrentValues(names, values, aliasesOf(entry.attribute('aliasMap')));
  }

  /** Every data item of the asset, by label; the definition's unit counts. */
  async namesOf(entry: AssetEntry): Promise<DataItemName[]> {
    const sent = await this.#items.listOfAsset(entry.asset.assetId);
    const defined = await this.#items.listOfDefinition(entry.asset.assetDefinitionId);
    const names = new Map([...sent, ...defined].map((item) => [item.dataItemId, item]));
    return [...names.values()].sort((a, b) => a.label.localeCompare(b.label));
  }
}

/** Values as the API answers them; a data item without a point has neither value nor timestamp. */
export function toCurrentValues(
  names: readonly DataItemName[],
  values: ReadonlyMap<DataItemId, ValuePoint>,
  aliases: ReadonlyMap<string, string>,
): assets.CurrentValue[] {
  return names.map(({ dataItemId, label, unit }) => {
    const point = values.get(dataItemId);
    const isString = typeof point?.value === 'string';
    return {
      dataItemId,
      label,
      alias: aliases.get(String(dataItemId)) ?? '',
      value: typeof point?.value === 'number' && Number.isFinite(point.value) ? point.value : null,
      unit,
      isString,
      stringValue: typeof point?.value === 'string' ? point.value : null,
      timestamp: point?.timeMs ?? null,
      quality: point?.quality ?? QUALITY_GOOD,
    };
  });
}

/** The attribute aliasMap: JSON from data item id to label (spec 1 §3). Anything else counts as no aliases. */
export function aliasesOf(aliasMap: string | undefined): ReadonlyMap<string, string> {
  if (!aliasMap) return new Map();
  try {
    const parsed: unknown = JSON.parse(aliasMap);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return new Map();
    return new Map(Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}
