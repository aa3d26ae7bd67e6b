import { type definitions, history, schedule } from '@telltale/contract';
import { callApi } from '#api/client.ts';

/** Data item 148 is the activity (spec 3 §2). */
export const ACTIVITY_ITEM = 148;
/** Buckets of history that maintenance and reports ask for (spec 1 §7). */
const THRESHOLD = '400';

/** What a rig did in a stretch of time, as the portal has it. */
export interface RigRecord {
  readonly segments: readonly schedule.ScheduleSegment[];
  /** Seconds since 1970 and feet. */
  readonly depth: readonly (readonly [timeS: number, feet: number])[];
  /** The plug it is at, and the highest that it came to; undefined: it reports none. */
  readonly plug: { readonly current: number; readonly most: number } | undefined;
}

export interface RigItems {
  depth: number | undefined;
  plug: number | undefined;
}

/** The data items of a rig that a record has beside its activity. */
export function itemsOf(definition: definitions.DefinitionTree | undefined): RigItems {
  const dataItemDefinitions = definition?.dataItemDefinitions ?? [];
  const idOf = (label: string) =>
    dataItemDefinitions.find((item) => item.label.trim().toLowerCase() === label)?.dataItemId;
  return { depth: idOf('depth'), plug: idOf('current plug') };
}

function readHistory(
  assetId: number,
  { depth, plug }: RigItems,
  span: { startTime: string; endTime: string },
  signal: AbortSignal,
): Promise<history.ColumnarHistory> {
  const dataItems = [depth, plug].flatMap((item) => (item === undefined ? [] : [`${assetId}-${item}`])).join(',');
  return callApi(history.getHistory, { query: { columnar: 'true', threshold: THRESHOLD, dataItems, ...span }, signal });
}

function measured([times = [], depths = [], plugs]: history.ColumnarHistory = []): Pick<RigRecord, 'depth' | 'plug'> {
  const depth = depths.flatMap((feet, row): [number, number][] =>
    typeof feet === 'number' ? [[Number(times[row]), feet]] : [],
  );
  const numbers = (plugs ?? []).filter((one) => typeof one === 'number');
  const current = numbers.at(-1);
  const most = numbers.reduce((a, b) => Math.max(a, b), 0);
  return { depth, plug: current === undefined ? undefined : { current, most } };
}

/** Reads what a rig did. @param refresh has the schedule worked out anew */
export async function readRigRecord(
  assetId: number,
  items: RigItems,
  { startMs, endMs }: { startMs: number; endMs: number },
  refresh: boolean,
  signal: AbortSignal,
): Promise<RigRecord> {
  const span = { startTime: new Date(startMs).toISOString(), endTime: new Date(endMs).toISOString() };
  const [segments, columns] = await Promise.all([
    callApi(schedule.getSchedule, {
      params: { assetId },
      query: { ...span, ...(refresh ? { refresh: 'true' as const } : {}) },
      signal,
    }),
    items.depth === undefined ? undefined : readHistory(assetId, items, span, signal),
  ]);
  return { segments, ...measured(columns) };
}
