import type { AssetId, DataItemId, EpochMs, exportJobs, history, ItemScaling } from '@telltale/contract';
import type { Line } from '@telltale/domain/units/conversion.ts';

/** A column of an export, or of the long layout all rows of one series. */
export interface ExportColumn {
  assetId: AssetId;
  dataItemId: DataItemId;
  /** What the asset is called. */
  asset: string;
  /** What the data item is called there: its alias, else its label. */
  item: string;
  unit: string;
  /** What of the values of an interval; null: each value. */
  of: history.AggregateFunction | null;
  /** The header of the column: `Label (unit)`, no name twice. */
  name: string;
  /** Its newest value is a string: formats with types hold it as text. */
  isText: boolean;
  /** What is done to each value for the unit that the owner reads; left out: it is as it is stored. */
  line?: Line | undefined;
  /** The unit in which it is stored, where that is another. */
  storedUnit?: string | undefined;
  /** How the portal scales what comes; what is stored, and exported, is scaled by what held when it came. */
  scaling?: ItemScaling | undefined;
}

/** All that making an export takes; what is named is as it was when it was asked for. */
export interface ExportPlan {
  type: exportJobs.ExportType;
  layout: exportJobs.ExportLayout;
  isCompressed: boolean;
  zone: string;
  fromMs: EpochMs;
  /** Inclusive. */
  toMs: EpochMs;
  /** One value per so many milliseconds; null: every point. */
  bucketMs: number | null;
  functions: readonly history.AggregateFunction[];
  /** For each series one column, or one per function, in their order. */
  columns: ExportColumn[];
  /** Where the rows are no points of assets; left out: they are. */
  table?: PlainTable;
}

/** Rows of a table that is not of history: always wide. */
export interface PlainTable {
  /** In a SQLite file. */
  name: string;
  /** The first column, which stands where the times of points do: times, or numbers. */
  axis: { name: string; isTime: boolean };
}

/** A column of a table that is not of history. */
export function plainColumn(column: Pick<ExportColumn, 'name' | 'unit' | 'isText'>): ExportColumn {
  const nobody = { assetId: 0 as AssetId, dataItemId: 0 as DataItemId, asset: '' };
  return { ...nobody, ...column, item: column.name, of: null };
}

/** Points side by side, or those of one column. */
export type ExportPage =
  | { kind: 'wide'; timesMs: Float64Array<ArrayBuffer>; columns: WideColumn[]; points: number }
  | {
      kind: 'long';
      /** Index of the column. */
      column: number;
      timesMs: Float64Array<ArrayBuffer>;
      values: Float64Array<ArrayBuffer>;
      texts: (string | null)[] | null;
      /** Null: of intervals. */
      qualities: Uint8Array<ArrayBuffer> | null;
      points: number;
    };

export interface WideColumn {
  values: Float64Array<ArrayBuffer>;
  /** 1 where there is a value; null: everywhere. */
  present: Uint8Array<ArrayBuffer> | null;
  texts: (string | null)[] | null;
}

/** The memory of a page, each piece once. */
export function buffersOf(page: ExportPage): ArrayBuffer[] {
  const arrays = page.kind === 'wide' ? page.columns.flatMap(({ values, present }) => [values, present]) : [];
  if (page.kind === 'long') arrays.push(page.values, page.qualities);
  const buffers = [page.timesMs, ...arrays].flatMap((array) => (array === null ? [] : [array.buffer]));
  return [...new Set(buffers)];
}

/** A SQLite file of history always holds rows of points, and shows them side by side in its views. */
export function isLong({ type, layout, table }: Pick<ExportPlan, 'type' | 'layout' | 'table'>): boolean {
  return table === undefined && (type === 'sqlite' || layout === 'long');
}

const EXTENSIONS = { csv: '.csv', sqlite: '.sqlite', parquet: '.parquet', arrow: '.arrows' } as const;

/** A Parquet file is compressed inside, where its readers expect it. */
export function isGzipped({ type, isCompressed }: Pick<ExportPlan, 'type' | 'isCompressed'>): boolean {
  return isCompressed && type !== 'parquet';
}

/** How names of such files end. */
export function endingOf(plan: Pick<ExportPlan, 'type' | 'isCompressed'>): string {
  return `${EXTENSIONS[plan.type]}${isGzipped(plan) ? '.gz' : ''}`;
}
