import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { alarms, type EpochMs, events, type ReplyOf } from '@telltale/contract';
import { useCallback, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { usePastMs } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';
import { askAgain, askAgainSoon } from './ask-again.ts';
import type { RecordList } from './record-list.ts';
import { useAlarmMessages, useRecordMessages } from './use-alarm-messages.ts';
import { lookEveryMs, useGathered } from './use-gathered.ts';

/** A threshold of an alarm of one asset. */
export interface AssetThreshold extends alarms.AlarmThreshold {
  readonly assetId: number;
}

export interface Happenings {
  readonly alarms: readonly alarms.AlarmTransition[];
  /** When alarms were open, wholly or in part between the two moments. */
  readonly spans: readonly alarms.AlarmSpan[];
  /** As they are in force now. */
  readonly thresholds: readonly AssetThreshold[];
  readonly events: readonly events.AssetEventRecord[];
}

type Course = ReplyOf<typeof alarms.getAlarmCourse> & { readonly assetId: number };

const REFRESH_MS = 30_000;
/** A subscription that is made so soon after the page began belongs to its opening. */
const OPENING_MS = 2_000;
/** While a dashboard is played back, what comes after its cursor has not happened yet. */
const PAST_STEP_MS = 1_000;
const NOTHING: readonly never[] = [];

const byAsset = (a: Course, b: Course) => a.assetId - b.assetId;
const byEvent = (a: events.AssetEventRecord, b: events.AssetEventRecord) => b.timestamp.localeCompare(a.timestamp);

function itemsOf<Item>(list: RecordList<Item>): readonly Item[] {
  return list.state === 'ready' ? list.items : NOTHING;
}

/**
 * What happened to the dashboard's asset, or to those in a system's slots, between two moments: alarms and events, as far
 * as the user may see them.
 */
export function useHappenings(fromMs: number, toMs: number): Happenings {
  const { members } = useDashboardScope();
  const pastMs = usePastMs(PAST_STEP_MS);
  const mayAlarms = useMay('Alarms', 'View');
  const mayEvents = useMay('Events', 'View');
  const isLive = pastMs === undefined;
  const [hearsAlarms, hearsEvents] = [isLive && mayAlarms, isLive && mayEvents];
  const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const options = { refetchInterval: lookEveryMs(REFRESH_MS, members.length), retry: false } as const;
  const query = { ...range, limit: alarms.MOST_OF_COURSE };

  const courses = useGathered({
    queryOf: (assetId) => ({
      ...options,
      queryKey: queryKeys.alarmCourse(assetId, range),
      queryFn: async ({ signal }): Promise<Course[]> => [
        { assetId, ...(await callApi(alarms.getAlarmCourse, { params: { assetId }, query: range, signal })) },
      ],
    }),
    mayView: mayAlarms,
    order: byAsset,
  });
  const happened = useGathered({
    queryOf: (assetId) => ({
      ...options,
      queryKey: queryKeys.assetEvents(assetId, range),
      queryFn: ({ signal }) => callApi(events.listAssetEvents, { params: { assetId }, query, signal }),
    }),
    mayView: mayEvents,
    order: byEvent,
  });
  useAlarmNews(hearsAlarms);
  useEventNews(hearsEvents);
  const [ofAlarms, ofEvents] = [itemsOf(courses), itemsOf(happened)];
  // A chart draws anew with each other answer, so the same is answered while nothing has changed.
  return useMemo(() => happeningsUntil(ofAlarms, ofEvents, pastMs), [ofAlarms, ofEvents, pastMs]);
}

/** In the past what comes after the moment has not happened yet: what ended later is open still. */
function happeningsUntil(
  courses: readonly Course[],
  happened: readonly events.AssetEventRecord[],
  pastMs: EpochMs | undefined,
): Happenings {
  const hasHappened = (time: string) => pastMs === undefined || Date.parse(time) <= pastMs + PAST_STEP_MS;
  return {
    alarms: courses.flatMap(({ transitions }) => transitions.filter(({ time }) => hasHappened(time))),
    spans: courses.flatMap(({ spans }) =>
      spans
        .filter(({ raised }) => hasHappened(raised))
        .map((span) => (span.ended === null || hasHappened(span.ended) ? span : { ...span, ended: null })),
    ),
    thresholds: courses.flatMap(({ assetId, thresholds }) => thresholds.map((one) => ({ ...one, assetId }))),
    events: happened.filter(({ timestamp }) => hasHappened(timestamp)),
  };
}

/** An alarm that opens or closes is a mark at once, not at the next look; so is what happened during a gap. */
function useAlarmNews(isWanted: boolean): void {
  const client = useQueryClient();
  const keyOf = useCallback((assetId: number) => queryKeys.alarmCourse(assetId), []);
  const subscribed = useAfterGap(keyOf);
  useAlarmMessages(isWanted, { message: (assetId) => void askAgain(client, keyOf(assetId)), subscribed });
}

/** So is a note that somebody else writes. */
function useEventNews(isWanted: boolean): void {
  const client = useQueryClient();
  const keyOf = useCallback((assetId: number) => queryKeys.everyEvent(assetId), []);
  const subscribed = useAfterGap(keyOf);
  useRecordMessages(isWanted, { message: (assetId) => void askAgain(client, keyOf(assetId)), subscribed });
}

/**
 * What is done when the hub is heard again. While the page opens it was asked a moment before the hub was heard: what fell
 * in between is looked for once the page stands, and nothing waits for the hub.
 */
function useAfterGap(keyOf: (assetId: number) => QueryKey): (assetId: number) => void {
  const client = useQueryClient();
  const [openedMs] = useState(() => Date.now());
  return useCallback(
    (assetId) => {
      const isOpening = Date.now() - openedMs < OPENING_MS;
      if (isOpening) askAgainSoon(client, keyOf(assetId));
      else void askAgain(client, keyOf(assetId));
    },
    [client, keyOf, openedMs],
  );
}
