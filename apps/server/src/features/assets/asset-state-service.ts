import { type AssetId, type assets, type DataItemId, DEFAULT_PING_RATE_MS, type EpochMs } from '@telltale/contract';
import { type Historian, seriesKey, seriesKeyParts } from '@telltale/historian';
import type { Caller } from '#http/caller.ts';
import { nameKey } from '#names.ts';
import type { AssetAttributeRepository, AttributeRecord } from './asset-attribute-repository.ts';
import type { AssetCoordinatesRepository } from './asset-coordinates-repository.ts';
import { readableAttributes } from './asset-json.ts';
import type { AssetReader } from './asset-reader.ts';
import { pingRateOf } from './attribute-rules.ts';
import { aliasesOf, type CurrentValueService, toCurrentValues, type ValuePoint } from './current-value-service.ts';

export interface AssetStateSources {
  reader: AssetReader;
  values: CurrentValueService;
  attributes: AssetAttributeRepository;
  coordinates: AssetCoordinatesRepository;
  historian: Historian;
}

/** Answers what was known of an asset at a moment (spec 3 §6). */
export class AssetStateService {
  readonly #sources: AssetStateSources;

  constructor(sources: AssetStateSources) {
    this.#sources = sources;
  }

  async at(caller: Caller, assetId: AssetId, timeMs: EpochMs): Promise<assets.AssetState> {
    const { reader, values, historian, coordinates } = this.#sources;
    const entry = await reader.entry(caller, assetId);
    const names = await values.namesOf(entry);
    const keys = names.map(({ dataItemId }) => seriesKey(assetId, dataItemId));
    const points = new Map<DataItemId, ValuePoint>();
    for (const point of await historian.stateAt(keys, timeMs)) {
      points.set(seriesKeyParts(point.key).dataItemId as DataItemId, point);
    }
    const attributes = await this.#sources.attributes.listAt(assetId, timeMs);
    const position = await coordinates.findAt(assetId, timeMs);
    return {
      dataItems: toCurrentValues(names, points, aliasesOf(attributeOf(attributes, 'aliasMap'))),
      alarms: [],
      attributes: readableAttributes(caller, attributes),
      coordinates: position
        ? {
            latitude: position.latitude,
            longitude: position.longitude,
            set: new Date(position.setMs).toISOString(),
          }
        : null,
      connected: wasHeard([...points.values()], timeMs, pingRateOf(attributeOf(attributes, 'pingrate'))),
    };
  }
}

/** Connected at that time: some value had come within the pingrate (spec 1 §3 'Connection'). */
function wasHeard(points: readonly ValuePoint[], timeMs: EpochMs, pingRateMs = DEFAULT_PING_RATE_MS): boolean {
  return points.some((point) => timeMs - point.timeMs < pingRateMs);
}

function attributeOf(attributes: readonly AttributeRecord[], attributeName: string): string | undefined {
  const key = nameKey(attributeName);
  return attributes.find((attribute) => nameKey(attribute.attributeName) === key)?.attributeValue;
}
