import { type AssetId, type DataItemId, exportJobs, type exportSchedules, type history } from '@telltale/contract';
import { momentOfQuarter, type QuarterTime, quarterAt } from './quarter-hours.ts';

const DAY_MS = 86_400_000;

/** What the dialog of an export asks for. */
export interface ExportChoices {
  start: QuarterTime;
  end: QuarterTime;
  /** `12-5`: asset and data item. */
  items: ReadonlySet<string>;
  filename: string;
  type: exportJobs.ExportType;
  isCompressed: boolean;
  isMailed: boolean;
  layout: exportJobs.ExportLayout;
  /** In which the file writes times. */
  zone: string;
  /** Those of the data items, or those that the user reads. */
  units: 'stored' | 'mine';
  /** Seconds; undefined: every value. */
  interval: number | undefined;
  functions: readonly history.AggregateFunction[];
  /** When it is made again and again; undefined: once. */
  repeat: Repeat | undefined;
}

export type Repeat = Pick<exportSchedules.ExportRhythm, 'every' | 'weekday' | 'time'>;

/** The last 24 hours, compressed, as CSV (spec 1 §9); the end is the quarter of an hour that now is in. */
export function firstChoices(nowMs: number, zone: string, filename: string): ExportChoices {
  return {
    start: quarterAt(nowMs - DAY_MS, zone, 'down'),
    end: quarterAt(nowMs, zone, 'up'),
    items: new Set(),
    filename,
    type: 'csv',
    isCompressed: true,
    isMailed: false,
    layout: 'wide',
    zone: 'UTC',
    units: 'stored',
    interval: undefined,
    functions: ['mean', 'min', 'max'],
    repeat: undefined,
  };
}

export function itemKey(assetId: number, dataItemId: number): string {
  return `${assetId}-${dataItemId}`;
}

/** What keeps the choices from being an export; undefined: nothing. */
export function faultOfChoices(choices: ExportChoices, zone: string): string | undefined {
  const isOnce = choices.repeat === undefined;
  if (isOnce && momentOfQuarter(choices.start, zone) >= momentOfQuarter(choices.end, zone, 'last')) {
    return 'The start must lie before the end.';
  }
  if (choices.items.size === 0) return 'Choose at least one data item.';
  if (choices.items.size > exportJobs.MAX_EXPORT_SERIES) {
    return `An export has at most ${exportJobs.MAX_EXPORT_SERIES.toLocaleString('en')} data items. Choose fewer.`;
  }
  if (choices.interval !== undefined && choices.functions.length === 0) return 'Choose what of each interval you want.';
  return undefined;
}

/** @param zone in which the pickers are read */
export function requestOf(choices: ExportChoices, zone: string): exportJobs.ExportRequestInput {
  return {
    DataItems: itemsOf(choices),
    StartTime: new Date(momentOfQuarter(choices.start, zone)).toISOString(),
    EndTime: new Date(momentOfQuarter(choices.end, zone, 'last')).toISOString(),
    Format: formatOf(choices),
    OutputSettings: { Method: 'File', ...outputOf(choices) },
  };
}

/** @param zone whose clocks say when it is made */
export function scheduleOf(choices: ExportChoices, repeat: Repeat, zone: string) {
  return {
    rhythm: { ...repeat, zone },
    export: { DataItems: itemsOf(choices), Format: formatOf(choices), OutputSettings: outputOf(choices) },
  };
}

function itemsOf({ items }: ExportChoices) {
  return [...items].map((key) => {
    const [assetId, dataItemId] = key.split('-').map(Number);
    return { assetId: assetId as AssetId, dataItemId: dataItemId as DataItemId };
  });
}

function formatOf({ type, layout, zone, units, interval, functions }: ExportChoices) {
  return {
    Type: type,
    Layout: layout,
    Zone: zone,
    ...(units === 'mine' ? { Units: units } : {}),
    ...(interval === undefined ? {} : { Interval: { Seconds: interval, Functions: [...functions] } }),
  };
}

function outputOf({ filename, isCompressed, isMailed }: ExportChoices) {
  return {
    Filename: filename.trim() === '' ? 'export' : filename.trim(),
    Compress: isCompressed,
    NotifyEmails: isMailed,
  };
}
