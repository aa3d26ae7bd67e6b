import { useQueries } from '@tanstack/react-query';
import { type EpochMs, permissionId } from '@telltale/contract';
import { queryKeys } from '#api/query-keys.ts';
import { useLive } from '#live/use-live.ts';
import { useMay } from '#session/session-store.ts';
import { findMark } from './find-mark.ts';
import { loadAlarmMarks, loadEventMarks, mergedMarks, type PlaybackMark } from './playback-marks.ts';
import { neighbourMark, type PlaybackSpan } from './playback-span.ts';

const VIEW_ALARMS = permissionId('Alarms', 'View');
const VIEW_EVENTS = permissionId('Events', 'View');
/** A stretch that moves along with now is asked for anew this often. */
const GRID_MS = 5 * 60_000;

export interface PlaybackMarks {
  /** Those of the stretch, in order of time. */
  readonly marks: readonly PlaybackMark[];
  /** Some could not be had. */
  readonly isFailed: boolean;
  /** The one before or after a moment, as far as it is known without asking. */
  known(atMs: EpochMs, side: 'before' | 'after'): PlaybackMark | undefined;
  /** The same, asked of the portal: however far it is from the stretch. Throws ApiError. */
  find(atMs: EpochMs, side: 'before' | 'after'): Promise<PlaybackMark | undefined>;
}

/** Alarms and events of the assets: those of the stretch, and what lies before and after it. */
export function useMarks(assetIds: readonly number[], span: PlaybackSpan): PlaybackMarks {
  const mayAlarms = useMay(VIEW_ALARMS);
  const mayEvents = useMay(VIEW_EVENTS);
  const { clock } = useLive();
  const asked = {
    startMs: Math.floor(span.startMs / GRID_MS) * GRID_MS,
    endMs: Math.ceil(span.endMs / GRID_MS) * GRID_MS,
  };
  const kinds = [
    ...(mayAlarms ? [{ name: 'alarms', load: loadAlarmMarks }] : []),
    ...(mayEvents ? [{ name: 'events', load: loadEventMarks }] : []),
  ];
  const { loaded, isFailed } = useQueries({
    queries: assetIds.flatMap((assetId) =>
      kinds.map(({ name, load }) => ({
        queryKey: queryKeys.playback(name, assetId, asked),
        queryFn: ({ signal }: { signal: AbortSignal }) => load(assetId, asked, signal),
      })),
    ),
    combine: (results) => ({
      loaded: mergedMarks(results.flatMap(({ data }) => data ?? [])),
      isFailed: results.some(({ isError }) => isError),
    }),
  });

  return {
    marks: loaded.marks.filter(({ timeMs }) => timeMs >= span.startMs && timeMs <= span.endMs),
    isFailed,
    known(atMs, side) {
      // What happened just now may have happened after it was asked for.
      if (isFailed || atMs > clock.now() - GRID_MS) return undefined;
      const found = neighbourMark(loaded.marks, atMs, side);
      return found !== undefined && Math.min(atMs, found.timeMs) >= loaded.knownFromMs ? found : undefined;
    },
    find(atMs, side) {
      const { signal } = new AbortController();
      const load = async (stretch: PlaybackSpan) =>
        mergedMarks(
          await Promise.all(assetIds.flatMap((assetId) => kinds.map((kind) => kind.load(assetId, stretch, signal)))),
        );
      return findMark(load, atMs, side, clock.now());
    },
  };
}
