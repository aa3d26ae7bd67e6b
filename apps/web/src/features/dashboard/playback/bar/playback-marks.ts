import { alarms, type EpochMs, events } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import type { PlaybackSpan } from './playback-span.ts';

/** Something that happened to an asset of the dashboard: a place to jump to. */
export interface PlaybackMark {
  readonly id: string;
  readonly kind: 'alarm' | 'event';
  readonly timeMs: EpochMs;
  readonly text: string;
  /** Severity of an alarm. */
  readonly severity: number | undefined;
}

/** What an asset's alarms, or its events, say of a stretch; all of it from `knownFromMs` on, before that more may be. */
export interface LoadedMarks {
  readonly marks: readonly PlaybackMark[];
  readonly knownFromMs: EpochMs;
}

/** Asked for at once; newest first, so what is left out is the oldest. */
const MOST_MARKS = 1_000;

export async function loadAlarmMarks(assetId: number, span: PlaybackSpan, signal: AbortSignal): Promise<LoadedMarks> {
  const { transitions } = await callApi(alarms.listAlarmTransitions, {
    params: { assetId },
    query: rangeOf(span),
    signal,
  });
  const oldest = transitions.at(-1)?.time;
  return loadedMarks(transitions.flatMap(alarmMark), transitions.length, oldest, span);
}

export async function loadEventMarks(assetId: number, span: PlaybackSpan, signal: AbortSignal): Promise<LoadedMarks> {
  const list = await callApi(events.listAssetEvents, { params: { assetId }, query: rangeOf(span), signal });
  return loadedMarks(list.map(eventMark), list.length, list.at(-1)?.timestamp, span);
}

/** Of several lists one in order of time. */
export function mergedMarks(lists: readonly LoadedMarks[]): LoadedMarks {
  return {
    marks: lists.flatMap(({ marks }) => marks).toSorted((a, b) => a.timeMs - b.timeMs),
    knownFromMs: Math.max(Number.NEGATIVE_INFINITY, ...lists.map(({ knownFromMs }) => knownFromMs)),
  };
}

function loadedMarks(
  marks: readonly PlaybackMark[],
  count: number,
  oldest: string | undefined,
  { startMs }: PlaybackSpan,
): LoadedMarks {
  const isCut = count >= MOST_MARKS && oldest !== undefined;
  return { marks, knownFromMs: isCut ? Date.parse(oldest) : startMs };
}

function rangeOf({ startMs, endMs }: PlaybackSpan) {
  return { from: new Date(startMs).toISOString(), to: new Date(endMs).toISOString(), limit: MOST_MARKS };
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
