import { type AssetId, type alarms, type assets, permissionId, type QueryOf, type ReplyOf } from '@telltale/contract';
import { compareNaturally } from '@telltale/domain/format/natural-order.ts';
import type { Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import type { AssetDirectory, AssetEntry } from './asset-directory.ts';
import { type AssetRecord, AssetRepository } from './asset-repository.ts';
import { CompactAssetsJson, keptAttributes, toAsset, toAssetJson } from './listing/asset-json.ts';

/** Whether an asset is connected, and when it was last heard of; kept by the ingest. */
export interface ConnectionSource {
  stateOf(assetId: AssetId): { connected: boolean; lastContactMs: number | null };
}

/** The open alarms of an asset; kept by what raises them. */
export interface OpenAlarmSource {
  openAlarmsOf(assetId: AssetId): readonly alarms.Alarm[];
}

const VIEW_ALARMS = permissionId('Alarms', 'View');

/** Text is handed on in pieces of about this many characters. */
const CHUNK_LENGTH = 256 * 1024;

/** Reads assets within the caller's scope. */
export class AssetReader {
  readonly #directory: AssetDirectory;
  readonly #connections: ConnectionSource;
  #alarms: OpenAlarmSource = { openAlarmsOf: () => [] };

  constructor(directory: AssetDirectory, connections: ConnectionSource) {
    this.#directory = directory;
    this.#connections = connections;
  }

  /** Alarms are put together after the assets, on which they stand. */
  attachAlarms(alarms: OpenAlarmSource): void {
    this.#alarms = alarms;
  }

  /**
   * The stored record of an asset.
   * @throws HttpError 404 when there is none, or it lies outside the caller's scope
   */
  async entry(caller: Caller, assetId: AssetId): Promise<AssetEntry> {
    const entry = await this.find(caller, assetId);
    if (!entry) throw notFound('The asset');
    return entry;
  }

  /** The same; undefined where that would be 404. */
  async find(caller: Caller, assetId: AssetId): Promise<AssetEntry | undefined> {
    return caller.visibility.canSee(assetId) ? this.#directory.find(assetId) : undefined;
  }

  /**
   * The asset as it stands within a change, whatever is in memory.
   * @throws HttpError 404 when there is none, or it lies outside the caller's scope
   */
  async within(work: Work, caller: Caller, assetId: AssetId): Promise<AssetRecord> {
    const asset = await this.findWithin(work, caller, assetId);
    if (!asset) throw notFound('The asset');
    return asset;
  }

  /** The same; undefined where that would be 404. */
  async findWithin(work: Work, caller: Caller, assetId: AssetId): Promise<AssetRecord | undefined> {
    return caller.visibility.canSee(assetId) ? work.of(AssetRepository).find(assetId) : undefined;
  }

  async get(caller: Caller, assetId: AssetId): Promise<assets.Asset> {
    const entry = await this.entry(caller, assetId);
    return toAsset(caller, entry, this.#connectionOf(entry), this.#alarmsOf(caller, entry));
  }

  /** The asset that the caller just created, whether or not the caller's rights reach it (they are looked up anew). */
  async getCreated(caller: Caller, assetId: AssetId): Promise<assets.Asset> {
    const entry = await this.#directory.find(assetId);
    if (!entry) throw notFound('The asset');
    return toAsset(caller, entry, this.#connectionOf(entry), this.#alarmsOf(caller, entry));
  }

  /** The stored records of every asset in sight, in order of id. */
  async listInSight(caller: Caller): Promise<AssetEntry[]> {
    return [...(await this.#directory.list())].filter(({ asset }) => caller.visibility.canSee(asset.assetId));
  }

  /** A page of the assets in sight, in the order in which people count, of those that hold a text. */
  async listPage(
    caller: Caller,
    { search = '', assetDefinitionId, limit, offset }: QueryOf<typeof assets.listAssetPage>,
  ): Promise<ReplyOf<typeof assets.listAssetPage>> {
    const inSight = await this.listInSight(caller);
    const seen =
      assetDefinitionId === undefined
        ? inSight
        : inSight.filter(({ asset }) => asset.assetDefinitionId === assetDefinitionId);
    const wanted = nameKey(search);
    const found =
      wanted === '' ? seen : seen.filter((entry) => textsOf(entry).some((text) => nameKey(text).includes(wanted)));
    const page = found
      .toSorted((a, b) => compareNaturally(nameOf(a), nameOf(b)) || a.asset.assetId - b.asset.assetId)
      .slice(offset, offset + limit)
      .map((entry) => toAsset(caller, entry, this.#connectionOf(entry), this.#alarmsOf(caller, entry)));
    return { total: found.length, all: seen.length, assets: page };
  }

  /** Every visible asset as the text of one JSON array, in pieces. */
  async listJson(caller: Caller): Promise<string[]> {
    return this.#listed(caller, '[', toAssetJson, () => ']');
  }

  /** The same as the text of a compact list. */
  async compactListJson(caller: Caller): Promise<string[]> {
    const list = new CompactAssetsJson();
    return this.#listed(
      caller,
      '{"rows":[',
      (...asset) => list.row(...asset),
      () => `],${list.shared()}}`,
    );
  }

  async #listed(caller: Caller, head: string, write: typeof toAssetJson, end: () => string): Promise<string[]> {
    const { visibility } = caller;
    const chunks: string[] = [];
    let chunk = head;
    let separator = '';
    for (const entry of await this.#directory.list()) {
      if (!visibility.canSee(entry.asset.assetId)) continue;
      chunk += separator + write(entry, this.#connectionOf(entry), this.#alarmsOf(caller, entry));
      separator = ',';
      if (chunk.length > CHUNK_LENGTH) {
        chunks.push(chunk);
        chunk = '';
      }
    }
    chunks.push(chunk + end());
    return chunks;
  }

  /** When the asset was last heard of, as ISO text; null: never. */
  lastContact(assetId: AssetId): string | null {
    const { lastContactMs } = this.#connections.stateOf(assetId);
    return lastContactMs === null ? null : new Date(lastContactMs).toISOString();
  }

  /** What the portal keeps among the attributes of an asset in sight. */
  keptAttributes(caller: Caller, assetId: AssetId): assets.Attribute[] {
    const open = holds(caller, VIEW_ALARMS) ? this.#alarms.openAlarmsOf(assetId) : [];
    return keptAttributes(assetId, this.lastContact(assetId), open);
  }

  #alarmsOf(caller: Caller, { asset }: AssetEntry): readonly alarms.Alarm[] {
    return holds(caller, VIEW_ALARMS) ? this.#alarms.openAlarmsOf(asset.assetId) : [];
  }

  #connectionOf(entry: AssetEntry): assets.Connection {
    const { assetId } = entry.asset;
    return {
      connected: this.#connections.stateOf(assetId).connected,
      lastcontact: this.lastContact(assetId),
      pingrate: entry.pingRateMs,
    };
  }
}

const nameOf = ({ asset }: AssetEntry) => asset.assetAlias || asset.serialNumber;

const textsOf = ({ asset, definition }: AssetEntry) => [
  asset.assetAlias,
  asset.serialNumber,
  definition.assetDefinitionName,
];
