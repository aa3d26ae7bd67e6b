import {
  type AssetId,
  type alarms,
  type assets,
  type DataItemId,
  DEFAULT_PING_RATE_MS,
  type EpochMs,
  permissionId,
} from '@telltale/contract';
import { aliasesOf } from '@telltale/domain';
import { type Historian, seriesKey, seriesKeyParts } from '@telltale/historian';
import { type Caller, holds } from '#http/caller.ts';
import { nameKey } from '#names.ts';
import type { AssetAttributeRepository, AttributeRecord } from './asset-attribute-repository.ts';
import type { AssetCoordinatesRepository } from './asset-coordinates-repository.ts';
import type { AssetReader } from './asset-reader.ts';
import { pingRateOf } from './attribute-rules.ts';
import { type ConnectionTransition, wasConnected } from './connection-transitions.ts';
import {
  type CurrentValueService,
  type DataItemName,
  toCurrentValues,
  type ValuePoint,
} from './current-value-service.ts';
import { keptAttributes, listedAttributes } from './listing/asset-json.ts';

/** Where the alarms of an asset at a past time are found. */
export interface AlarmHistorySource {
  listAt(assetId: AssetId, timeMs: EpochMs): Promise<alarms.Alarm[]>;
}

export interface AssetStateSources {
  reader: AssetReader;
  values: CurrentValueService;
  attributes: AssetAttributeRepository;
  coordinates: AssetCoordinatesRepository;
  connections: { list(assetId: AssetId, fromMs: EpochMs, toMs: EpochMs): Promise<ConnectionTransition[]> };
  alarms: AlarmHistorySource;
  historian: Historian;
}

/** What is known of an asset at a moment beside its values and its connection. */
export interface AssetRecordsAt extends Pick<assets.AssetState, 'alarms' | 'attributes' | 'coordinates' | 'pingrate'> {
  /** The attribute aliasMap as it was. */
  aliasMap: string | undefined;
}

const VIEW_ALARMS = permissionId('Alarms', 'View');

/**
 * Answers what was known of an asset at a moment (spec 3 §6): of each item its newest value by its own time, so points
 * that arrived late count from the time they were measured (docs/decisions/0063).
 */
export class AssetStateService {
  readonly #sources: AssetStateSources;

  constructor(sources: AssetStateSources) {
    this.#sources = sources;
  }

  async at(caller: Caller, assetId: AssetId, timeMs: EpochMs): Promise<assets.AssetState> {
    const names = await this.namesOf(caller, assetId);
    const points = await this.pointsAt(assetId, names, timeMs);
    const transitions = await this.#sources.connections.list(assetId, timeMs, timeMs);
    const { aliasMap, ...records } = await this.recordsAt(caller, assetId, timeMs);
    return {
      dataItems: toCurrentValues(names, points, aliasesOf(aliasMap)),
      ...records,
      connected: wasConnected(transitions, timeMs, newestOf(points), records.pingrate),
    };
  }

  /** @throws HttpError 404 when the asset is outside the caller's scope */
  async namesOf(caller: Caller, assetId: AssetId): Promise<DataItemName[]> {
    return this.#sources.values.namesOf(await this.#sources.reader.entry(caller, assetId));
  }

  /** When the asset was made in the portal. */
  async createdMs(caller: Caller, assetId: AssetId): Promise<EpochMs> {
    return (await this.#sources.reader.entry(caller, assetId)).asset.createdMs;
  }

  async pointsAt(
    assetId: AssetId,
    names: readonly DataItemName[],
    timeMs: EpochMs,
  ): Promise<Map<DataItemId, ValuePoint>> {
    const keys = names.map(({ dataItemId }) => seriesKey(assetId, dataItemId));
    const states = await this.#sources.historian.stateAt(keys, timeMs);
    return new Map(states.map((point) => [seriesKeyParts(point.key).dataItemId as DataItemId, point]));
  }

  async recordsAt(caller: Caller, assetId: AssetId, timeMs: EpochMs): Promise<AssetRecordsAt> {
    const { attributes: names, coordinates } = this.#sources;
    // History from before the asset was made (an import) is seen with what the asset was first called and where it was.
    const isEarlier = timeMs < (await this.createdMs(caller, assetId));
    const attributes = await (isEarlier ? names.listFirst(assetId) : names.listAt(assetId, timeMs));
    const position = await (isEarlier ? coordinates.findFirst(assetId) : coordinates.findAt(assetId, timeMs));
    const alarms = holds(caller, VIEW_ALARMS) ? await this.#sources.alarms.listAt(assetId, timeMs) : [];
    return {
      alarms,
      attributes: [...listedAttributes(attributes), ...keptAttributes(assetId, null, alarms)],
      coordinates: position
        ? {
            latitude: position.latitude,
            longitude: position.longitude,
            set: new Date(position.setMs).toISOString(),
          }
        : null,
      pingrate: pingRateOf(attributeOf(attributes, 'pingrate')) ?? DEFAULT_PING_RATE_MS,
      aliasMap: attributeOf(attributes, 'aliasMap'),
    };
  }
}

/** The newest time of the values; undefined where there is none. */
export function newestOf(points: ReadonlyMap<DataItemId, ValuePoint>): EpochMs | undefined {
  let newestMs: EpochMs | undefined;
  for (const { timeMs } of points.values()) newestMs = Math.max(newestMs ?? timeMs, timeMs);
  return newestMs;
}

function attributeOf(attributes: readonly AttributeRecord[], attributeName: string): string | undefined {
  const key = nameKey(attributeName);
  return attributes.find((attribute) => nameKey(attribute.attributeName) === key)?.attributeValue;
}
