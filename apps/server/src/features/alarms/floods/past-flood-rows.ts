import type { AssetId, alarmLists, EpochMs } from '@telltale/contract';
import { toPastLine } from '../list/alarm-list-replies.ts';
import type {
  EndedOpening,
  PastAlarm,
  PastAlarmFilter,
  PastAlarmPage,
  PastAlarmRepository,
} from '../list/past-alarm-repository.ts';
import { type FloodNames, toFloodPlace, toFloodRow } from './flood-replies.ts';
import { LEAST_LISTED } from './flood-rows.ts';
import type { SeenFlood } from './seen-flood.ts';
import { unfold } from './unfold.ts';

type Line = alarmLists.ListedAlarm;

export interface PastRowsAsked {
  readonly past: PastAlarmRepository;
  readonly filter: PastAlarmFilter;
  readonly page: PastAlarmPage;
  readonly opened: readonly number[];
  readonly names: FloodNames;
  readonly nowMs: EpochMs;
}

interface Head {
  readonly flood: SeenFlood;
  /** The first of its alarms in the order of the list. */
  readonly transitionId: number;
  readonly figures: Awaited<ReturnType<PastAlarmRepository['countSeverities']>>;
  readonly listed: number;
}

/** So many floods are collapsed at most, the newest. */
const MOST_FLOODS = 50;

/** A page of past alarms with one row for each flood of which there are some; all of them are counted. */
export async function pastFloodRows(floods: readonly SeenFlood[], asked: PastRowsAsked) {
  const { past, filter, page, opened, names, nowMs } = asked;
  const found = await Promise.all(floods.slice(-MOST_FLOODS).map((flood) => headOf(flood, asked)));
  const heads = found.flatMap((head) => head ?? []);
  const collapsed = {
    ...filter,
    collapsed: {
      spans: heads.map(({ flood }) => ({ fromMs: flood.id, toMs: flood.lastMs })),
      shown: heads.map(({ transitionId }) => transitionId),
    },
  };
  const isOpened = ({ flood }: Head) => opened.includes(flood.id);
  const { offset, limit } = page;
  // What stands below an opened flood moves rows down, never up.
  const begins = heads.some(isOpened)
    ? await past.listIds(collapsed, { ...page, offset: 0, limit: offset + limit })
    : [];
  const unfolded = heads
    .filter(isOpened)
    .map((head) => ({ head, place: begins.indexOf(head.transitionId), below: head.listed }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place);
  const rows = await past.count(collapsed);
  const alarms: Line[] = [];
  for (const stretch of unfold(unfolded, rows, offset, limit)) {
    if (stretch.kind === 'rows') {
      const window = { ...page, offset: stretch.from, limit: stretch.to - stretch.from };
      alarms.push(...(await past.list(collapsed, window)).flatMap(rowOf));
      continue;
    }
    const { head } = unfolded.find(({ place }) => place === stretch.place) ?? {};
    if (!head) continue;
    const inside = (await openingsOf(head.flood, asked)).slice(stretch.from, stretch.to);
    const ends = await past.listByIds(inside.map(({ transitionId }) => transitionId));
    alarms.push(...ends.flatMap((end) => memberOf(end, head.flood)));
  }
  const below = heads.filter(isOpened).reduce((sum, { listed }) => sum + listed, 0);
  const hidden = heads.reduce((sum, { listed }) => sum + listed - 1, 0);
  return { total: rows + below, listed: rows + hidden, alarms };

  function lineOf(end: PastAlarm): Line[] {
    const asset = names.assets.get(end.assetId as AssetId);
    return asset ? [toPastLine(end, asset)] : [];
  }

  function rowOf(end: PastAlarm): Line[] {
    const head = heads.find(({ transitionId }) => transitionId === end.transitionId);
    if (!head) return lineOf(end);
    const severities = head.figures.map(({ severity, alarms: count }) => ({ severity, alarms: count }));
    const unacknowledged = head.figures.reduce((sum, one) => sum + one.unacknowledged, 0);
    const flood = toFloodRow(head.flood, names, { nowMs, severities, unacknowledged, isOpened: isOpened(head) });
    return lineOf(end).map((line) => ({ ...line, flood }));
  }

  function memberOf(end: PastAlarm, flood: SeenFlood): Line[] {
    const floodPlace = toFloodPlace(flood, end, names);
    return lineOf(end).map((line) => (floodPlace ? { ...line, floodPlace } : line));
  }
}

/** A filter for what was raised in a flood. */
export function withinFlood(filter: PastAlarmFilter, flood: SeenFlood | undefined): PastAlarmFilter {
  // Of a flood that there is not there is no alarm.
  if (!flood) return { ...filter, assetIds: [] };
  const raisedFromMs = Math.max(filter.raisedFromMs ?? flood.id, flood.id);
  const raisedToMs = Math.min(filter.raisedToMs ?? flood.lastMs, flood.lastMs);
  return { ...filter, raisedFromMs, raisedToMs };
}

async function headOf(flood: SeenFlood, { past, filter, page }: PastRowsAsked): Promise<Head | undefined> {
  const within = withinFlood(filter, flood);
  const figures = await past.countSeverities(within);
  const listed = figures.reduce((sum, { alarms }) => sum + alarms, 0);
  if (listed < LEAST_LISTED) return undefined;
  const [transitionId] = await past.listIds(within, { ...page, offset: 0, limit: 1 });
  return transitionId === undefined ? undefined : { flood, transitionId, figures, listed };
}

/** Those of its alarms that the list has, in the order of the flood. */
async function openingsOf(flood: SeenFlood, { past, filter }: PastRowsAsked): Promise<EndedOpening[]> {
  const placeOf = (opening: EndedOpening) => flood.orderOf(opening) ?? Number.POSITIVE_INFINITY;
  const openings = await past.listOpenings(withinFlood(filter, flood));
  return openings
    .map((opening) => ({ opening, place: placeOf(opening) }))
    .sort((a, b) => a.place - b.place || a.opening.transitionId - b.opening.transitionId)
    .map(({ opening }) => opening);
}
