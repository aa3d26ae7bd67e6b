import {
  type AssetDefinitionId,
  type AssetGroupId,
  type AssetId,
  type calendar,
  type EpochMs,
  type events,
  permissionId,
} from '@telltale/contract';
import { MOST_CALENDAR_DAYS } from '@telltale/contract/api/maintenance/calendar.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, forbidden, notFound } from '#http/errors.ts';
import type { CalendarRepository, CalendarRow } from './calendar-repository.ts';

/** An asset as a calendar names it. */
export interface CalendarAsset {
  assetId: AssetId;
  assetDefinitionId: AssetDefinitionId;
  name: string;
}

export interface CalendarServiceOptions {
  repository: Pick<CalendarRepository, 'scan' | 'listTypes'>;
  /** Every asset that the caller sees. */
  assetsInSight: (caller: Caller) => Promise<readonly CalendarAsset[]>;
  assetsOfGroup: (assetGroupId: AssetGroupId) => Promise<readonly AssetId[]>;
  /** When what was done by now has brought what follows it. */
  settled: () => Promise<void>;
}

/** What a calendar is narrowed to. */
export interface CalendarNarrowing {
  assetId?: AssetId | undefined;
  assetGroupId?: AssetGroupId | undefined;
  statuses?: readonly events.EventStatus[] | undefined;
  type?: string | undefined;
}

export interface PlacedRow extends CalendarRow {
  asset: CalendarAsset;
}

const DAY_MS = 86_400_000;
const MOST_ENTRIES = 5_000;
const VIEW_GROUPS = permissionId('AssetGroups', 'View');
const VIEW_HISTORY = permissionId('HistoricalDataItems', 'View');

/** Maintenance of the assets that somebody sees, by time: the events themselves, which nothing copies. */
export class CalendarService {
  readonly #options: CalendarServiceOptions;

  constructor(options: CalendarServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404 for an asset out of scope, 403 for a group without AssetGroups/View, 400 for a wrong span */
  async list(
    caller: Caller,
    narrowing: CalendarNarrowing,
    span: { fromMs: EpochMs; toMs: EpochMs },
  ): Promise<{ rows: PlacedRow[]; isCut: boolean; types: string[] }> {
    if (span.toMs < span.fromMs) throw badRequest('to lies before from.', { field: 'to' });
    if (span.toMs - span.fromMs > MOST_CALENDAR_DAYS * DAY_MS) {
      throw badRequest(`A calendar spans at most ${MOST_CALENDAR_DAYS} days.`, { field: 'to' });
    }
    await this.#options.settled();
    const inSight = await this.#options.assetsInSight(caller);
    const assets = await this.#narrowed(caller, inSight, narrowing);
    const { assetId, assetGroupId, statuses, type } = narrowing;
    const isEveryAsset = caller.visibility.everything && assetId === undefined && assetGroupId === undefined;
    const assetIds = isEveryAsset ? undefined : [...assets.keys()];
    const rows: PlacedRow[] = [];
    let isCut = false;
    for await (const row of this.#options.repository.scan({ ...span, assetIds, statuses, type })) {
      const asset = assets.get(row.assetId);
      if (!asset) continue;
      isCut = rows.length === MOST_ENTRIES;
      if (isCut) break;
      rows.push({ ...row, forecast: forecastFor(caller, row.forecast), asset });
    }
    return { rows, isCut, types: await this.#types(inSight) };
  }

  async #narrowed(
    caller: Caller,
    inSight: readonly CalendarAsset[],
    { assetId, assetGroupId }: CalendarNarrowing,
  ): Promise<ReadonlyMap<AssetId, CalendarAsset>> {
    if (assetGroupId !== undefined && !holds(caller, VIEW_GROUPS)) throw forbidden();
    const members = assetGroupId === undefined ? undefined : new Set(await this.#options.assetsOfGroup(assetGroupId));
    const ofOne = assetId === undefined ? inSight : inSight.filter((asset) => asset.assetId === assetId);
    if (assetId !== undefined && ofOne.length === 0) throw notFound('The asset');
    const wanted = members ? ofOne.filter((asset) => members.has(asset.assetId)) : ofOne;
    return new Map(wanted.map((asset) => [asset.assetId, asset]));
  }

  async #types(inSight: readonly CalendarAsset[]): Promise<string[]> {
    const definitions = new Set<AssetDefinitionId | null>(inSight.map((asset) => asset.assetDefinitionId));
    const known = await this.#options.repository.listTypes();
    const types = known.filter(({ assetDefinitionId }) => definitions.has(assetDefinitionId)).map(({ type }) => type);
    return [...new Set(types)].toSorted((a, b) => a.localeCompare(b));
  }
}

/** How far a counter has moved on is history. */
function forecastFor(caller: Caller, forecast: CalendarRow['forecast']): CalendarRow['forecast'] {
  return forecast === null || holds(caller, VIEW_HISTORY) ? forecast : { ...forecast, used: null, perDay: null };
}

export function toEntry({ asset, timestampMs, receivedMs: _received, ...rest }: PlacedRow): calendar.MaintenanceEntry {
  const { assetDefinitionId, name } = asset;
  return { ...rest, assetDefinitionId, assetName: name, timestamp: new Date(timestampMs).toISOString() };
}
