import type { AssetId, DataItemId, exportJobs, ItemScaling } from '@telltale/contract';
import type { UserUnits } from '@telltale/domain/units/user-units.ts';
import { type Historian, seriesKey } from '@telltale/historian';
import { cleanFilename } from '#file-names.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, HttpError, isNotFound, notFound } from '#http/errors.ts';
import { type ExportPlan, endingOf } from '#table-files/export-plan.ts';
import { exportColumns, type NamedItem } from './export-names.ts';

const MS_PER_SECOND = 1_000;
const MOST_COLUMNS = 10_000;
/** Endings of the formats and of compressed files, which a name may have already. */
const OWN_ENDINGS = /(\.(csv|sqlite|db|parquet|arrow|arrows))?(\.gz)?$/i;

/** What an asset and its data items are called. */
export interface AssetNames {
  asset: string;
  items: ReadonlyMap<DataItemId, { item: string; unit: string; scaling?: ItemScaling | undefined }>;
}

export interface ExportSources {
  historian: Pick<Historian, 'stateAt'>;
  /** @throws HttpError 404 when the asset is out of scope */
  namesOf: (caller: Caller, assetId: AssetId) => Promise<AssetNames>;
  /** The units that the caller reads. */
  unitsOf: (caller: Caller) => Promise<UserUnits>;
}

/**
 * Makes of a request all that making the export takes.
 * @throws HttpError 404 for all when one asset is out of scope or lacks a data item (guarantee B7); 400 for a wrong range
 */
export async function planExport(
  sources: ExportSources,
  caller: Caller,
  { DataItems, StartTime, EndTime, Format, OutputSettings }: exportJobs.ExportRequest,
): Promise<{ plan: ExportPlan; filename: string }> {
  const { Interval: interval, Type: type, Zone: zone } = Format;
  // Of intervals the end is exclusive.
  const [fromMs, toMs] = [Date.parse(StartTime), Date.parse(EndTime) - (interval ? 1 : 0)];
  if (toMs < fromMs) throw badRequest('EndTime lies before StartTime.', { field: 'EndTime' });
  const functions = interval?.Functions ?? [];
  const stored = await namedItems(sources, caller, DataItems, toMs);
  const items = Format.Units === 'mine' ? shownItems(stored, await sources.unitsOf(caller)) : stored;
  if (items.length * Math.max(1, functions.length) > MOST_COLUMNS) {
    throw badRequest(`An export has at most ${MOST_COLUMNS} columns.`, { field: 'DataItems' });
  }
  const isSqlite = type === 'sqlite';
  const plan: ExportPlan = {
    type,
    layout: Format.Layout,
    isCompressed: OutputSettings.Compress,
    zone,
    fromMs: Math.max(0, fromMs),
    toMs,
    bucketMs: interval ? interval.Seconds * MS_PER_SECOND : null,
    functions,
    columns: exportColumns(items, functions, isSqlite),
  };
  return { plan, filename: filenameOf(OutputSettings.Filename, plan) };
}

function shownItems(items: readonly NamedItem[], units: UserUnits): NamedItem[] {
  return items.map((item) => (item.isText ? item : { ...item, conversion: units.conversionOf(item.unit) }));
}

/** What a client calls the file never becomes a path, and always ends as its format does (guarantee F13). */
export function filenameOf(asked: string, plan: Pick<ExportPlan, 'type' | 'isCompressed'>): string {
  const base = withoutEnding(cleanFilename(asked));
  return cleanFilename(`${base === '' ? 'export' : base}${endingOf(plan)}`);
}

/** A name without the ending of a format, which it gets again. */
export function withoutEnding(filename: string): string {
  return filename.replace(OWN_ENDINGS, '');
}

async function namedItems(
  { historian, namesOf }: ExportSources,
  caller: Caller,
  asked: exportJobs.ExportRequest['DataItems'],
  toMs: number,
): Promise<NamedItem[]> {
  const names = new Map<AssetId, AssetNames>();
  for (const assetId of new Set(asked.map((item) => item.assetId))) {
    names.set(assetId, await namesOf(caller, assetId).catch((error: unknown) => throwNaming(error, { assetId })));
  }
  const unique = new Map(
    asked.map(({ assetId, dataItemId }) => [seriesKey(assetId, dataItemId), { assetId, dataItemId }]),
  );
  const newest = await historian.stateAt([...unique.keys()], toMs);
  const texts = new Set(newest.filter(({ value }) => typeof value === 'string').map(({ key }) => key));
  return [...unique].map(([key, { assetId, dataItemId }]) => {
    const known = names.get(assetId);
    const item = known?.items.get(dataItemId);
    if (!known || !item) return throwNaming(notFound(), { assetId, dataItemId });
    return { assetId, dataItemId, asset: known.asset, ...item, isText: texts.has(key) };
  });
}

/** Of many the caller wants to know which one is not there, by the id that was asked for; nothing else is told of it. */
function throwNaming(error: unknown, details: { assetId: AssetId; dataItemId?: DataItemId }): never {
  if (!isNotFound(error)) throw error;
  const { assetId, dataItemId } = details;
  const what = dataItemId === undefined ? `Asset ${assetId}` : `Data item ${dataItemId} of asset ${assetId}`;
  throw new HttpError(404, 'not-found', `${what} was not found. Nothing is exported.`, { details });
}
