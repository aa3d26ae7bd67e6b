import { type Historian, type SeriesKey, seriesKey } from '@telltale/historian';
import { type ExportPage, type ExportPlan, isLong } from '#table-files/export-plan.ts';
import { intervalPages } from './interval-pages.ts';

/** Values on a page of a format with row groups; small groups cost space and, when they are read, time. */
const VALUES_OF_GROUP = 524_288;
/** Of the long layout, which has eight fields for each value. */
const ROWS_OF_GROUP = 131_072;

/** A page is read when there is room for it: so many wait to be written already. */
export const BEHIND_OTHERS = { isBackground: true, readsAhead: false } as const;

/** The series of a plan, each once, in the order of its columns. */
export function keysOf({ columns }: Pick<ExportPlan, 'columns'>): SeriesKey[] {
  return [...new Set(columns.map(({ assetId, dataItemId }) => seriesKey(assetId, dataItemId)))];
}

/** Everything that an export writes, in bounded memory. */
export function exportPages(historian: Historian, plan: ExportPlan, signal: AbortSignal): AsyncGenerator<ExportPage> {
  if (plan.bucketMs !== null) return intervalPages(historian, plan, signal);
  return isLong(plan) ? longPages(historian, plan, signal) : widePages(historian, plan, signal);
}

async function* widePages(historian: Historian, plan: ExportPlan, signal: AbortSignal): AsyncGenerator<ExportPage> {
  const { fromMs, toMs } = plan;
  const query = { keys: keysOf(plan), fromMs, toMs, signal, ...BEHIND_OTHERS, ...pageSizeOf(plan) };
  for await (const { timesMs, columns } of historian.scanPacked(query)) {
    const points = columns.reduce((sum, { present }) => sum + (present === null ? timesMs.length : ones(present)), 0);
    yield { kind: 'wide', timesMs, columns, points };
  }
}

async function* longPages(historian: Historian, plan: ExportPlan, signal: AbortSignal): AsyncGenerator<ExportPage> {
  const { fromMs, toMs } = plan;
  for (const [column, key] of keysOf(plan).entries()) {
    const query = { key, fromMs, toMs, signal, ...BEHIND_OTHERS, ...pageSizeOf(plan) };
    for await (const page of historian.scanSeries(query)) {
      const { timesMs, values, qualities } = page;
      const isPlain = values instanceof Float64Array;
      yield {
        kind: 'long',
        column,
        timesMs: alone(timesMs),
        values: isPlain ? alone(values) : Float64Array.from(values, (value) => (typeof value === 'number' ? value : 0)),
        texts: isPlain ? null : values.map((value) => (typeof value === 'string' ? value : null)),
        qualities: alone(qualities),
        points: timesMs.length,
      };
    }
  }
}

type Packed = Float64Array | Uint8Array;
type Alone<Kind extends Packed> = ReturnType<Kind['slice']> & Kind;

/** Memory that can be handed on: what is a part of something larger is copied. */
function alone<Kind extends Packed>(array: Kind): Alone<Kind> {
  const isAlone = array.buffer instanceof ArrayBuffer && array.byteLength === array.buffer.byteLength;
  return (isAlone ? array : array.slice()) as Alone<Kind>;
}

function pageSizeOf({ type, layout }: ExportPlan): { pageValues?: number } {
  if (type !== 'parquet' && type !== 'arrow') return {};
  return { pageValues: layout === 'long' ? ROWS_OF_GROUP : VALUES_OF_GROUP };
}

function ones(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) count += bytes[i] as number;
  return count;
}
