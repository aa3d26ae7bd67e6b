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

/** What was recorded of those items that the rig has, in one call; without any there is nothing to ask. */
async function readHistory(
  assetId: number,
  items: RigItems,
  span: { startTime: string; endTime: string },
  signal: AbortSignal,
): Promise<Pick<RigRecord, 'depth' | 'plug'>> {
  const asked = [items.depth, items.plug].filter((item) => item !== undefined);
  if (asked.length === 0) return { depth: [], plug: undefined };
  const dataItems = asked.map((item) => `${assetId}-${item}`).join(',');
  const query = { columnar: 'true', threshold: THRESHOLD, dataItems, ...span } as const;
  const [times = [], ...columns] = await callApi(history.getHistory, { query, signal });
  const columnOf = (item: number | undefined) => (item === undefined ? undefined : columns[asked.indexOf(item)]);
  return measured(times, columnOf(items.depth), columnOf(items.plug));
}

type Column = history.ColumnarHistory[number];

function measured(times: Column, depths: Column = [], plugs: Column = []): Pick<RigRecord, 'depth' | 'plug'> {
  const depth = depths.flatMap((feet, row): [number, number][] =>
    typeof feet === 'number' ? [[Number(times[row]), feet]] : [],
  );
  const numbers = plugs.filter((one) => typeof one === 'number');
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
  const [segments, beside] = await Promise.all([
    callApi(schedule.getSchedule, {
      params: { assetId },
      query: { ...span, ...(refresh ? { refresh: 'true' as const } : {}) },
      signal,
    }),
    readHistory(assetId, items, span, signal),
  ]);
  return { segments, ...beside };
}
