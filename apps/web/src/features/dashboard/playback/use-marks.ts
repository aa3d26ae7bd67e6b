import { useQueries } from '@tanstack/react-query';
import { alarms, events, permissionId } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { useMay } from '#app/session-store.ts';
import type { PlaybackSpan } from './playback-span.ts';

/** Something that happened to the dashboard's asset: a place to jump to. */
export interface PlaybackMark {
  readonly id: string;
  readonly kind: 'alarm' | 'event';
  readonly timeMs: number;
  readonly text: string;
  /** Severity of an alarm. */
  readonly severity: number | undefined;
}

const VIEW_ALARMS = permissionId('Alarms', 'View');
const VIEW_EVENTS = permissionId('Events', 'View');
const MOST_MARKS = 1_000;

/** Alarms and events of the assets in the stretch, in order of time; `isFailed`: some could not be had. */
export function useMarks(assetIds: readonly number[], span: PlaybackSpan) {
  const mayAlarms = useMay(VIEW_ALARMS);
  const mayEvents = useMay(VIEW_EVENTS);
  const query = {
    from: new Date(span.startMs).toISOString(),
    to: new Date(span.endMs).toISOString(),
    limit: MOST_MARKS,
  };
  return useQueries({
    queries: assetIds.flatMap((assetId) => [
      {
        queryKey: ['playback', 'alarms', assetId, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const reply = await callApi(alarms.listAlarmTransitions, { params: { assetId }, query, signal });
          return reply.transitions.flatMap(alarmMark);
        },
        enabled: mayAlarms,
      },
      {
        queryKey: ['playback', 'events', assetId, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await callApi(events.listAssetEvents, { params: { assetId }, query, signal })).map(eventMark),
        enabled: mayEvents,
      },
    ]),
    combine: (results) => ({
      marks: results.flatMap(({ data }) => data ?? []).toSorted((a, b) => a.timeMs - b.timeMs),
      isFailed: results.some(({ isError }) => isError),
    }),
  });
}

/** The transitions that somebody looks for; raised again and shelved are no places to jump to. */
const TOLD: Partial<Record<alarms.AlarmTransitionKind, string>> = {
  raised: 'raised',
  escalated: 'escalated',
  acknowledged: 'acknowledged',
  closed: 'closed',
  expired: 'expired',
};

function alarmMark({ transitionId, kind, name, severity, time }: alarms.AlarmTransition): PlaybackMark[] {
  const told = TOLD[kind];
  if (told === undefined) return [];
  return [{ id: `a${transitionId}`, kind: 'alarm', timeMs: Date.parse(time), text: `${name} ${told}`, severity }];
}

function eventMark({ eventId, eventDefinition, timestamp }: events.AssetEventRecord): PlaybackMark {
  const text = eventDefinition.alias || eventDefinition.name;
  return { id: `e${eventId}`, kind: 'event', timeMs: Date.parse(timestamp), text, severity: undefined };
}
