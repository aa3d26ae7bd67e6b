import type { EpochMs } from '@telltale/contract';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { SeriesTimeWindow } from '#readings/series.ts';
import { useNow } from '#ui/feedback/use-now.ts';
import { useDashboardScope } from './dashboard-scope.tsx';

/** Where in time a dashboard stands: it follows what happens, or shows the state at a past moment. */
export type TimeCursor = { readonly kind: 'live' } | { readonly kind: 'past'; readonly atMs: EpochMs };

/** A dashboard's place in time. */
export interface DashboardMoment {
  readonly cursor: TimeCursor;
  /** What part of time its charts show; undefined: each chart's own. A live window ends at the cursor. */
  readonly range: SeriesTimeWindow | undefined;
}

export const LIVE: TimeCursor = { kind: 'live' };

/**
 * The one place in time of a dashboard. It lives outside React: while a dashboard is played back it moves several times
 * a second, and only what shows something else then is drawn again. Tiles read it through the hooks below; what they
 * show comes from the sources of the scope, which answer for its cursor.
 */
export class DashboardTime {
  #moment: DashboardMoment;
  readonly #listeners = new Set<() => void>();

  constructor(moment: DashboardMoment = { cursor: LIVE, range: undefined }) {
    this.#moment = moment;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something in it has changed. */
  read = (): DashboardMoment => this.#moment;

  /** The cursor's moment; undefined while the dashboard is live. */
  get pastMs(): EpochMs | undefined {
    const { cursor } = this.#moment;
    return cursor.kind === 'past' ? cursor.atMs : undefined;
  }

  setCursor(cursor: TimeCursor): void {
    const pastMs = cursor.kind === 'past' ? cursor.atMs : undefined;
    if (pastMs !== this.pastMs) this.#set({ ...this.#moment, cursor });
  }

  setRange(range: SeriesTimeWindow | undefined): void {
    if (JSON.stringify(range) !== JSON.stringify(this.#moment.range)) this.#set({ ...this.#moment, range });
  }

  #set(moment: DashboardMoment): void {
    this.#moment = moment;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The dashboard's place in time. Renders the caller at every step of a playback: most want one of the hooks below. */
export function useDashboardTime(): DashboardMoment {
  const { time } = useDashboardScope();
  return useSyncExternalStore(time.subscribe, time.read);
}

/** Whether the dashboard shows a past moment: commands and edits are not possible then. */
export function useIsPast(): boolean {
  const { time } = useDashboardScope();
  return useSyncExternalStore(time.subscribe, () => time.pastMs !== undefined);
}

/** What part of time the dashboard's charts show; undefined: each chart's own. */
export function useChartRange(): SeriesTimeWindow | undefined {
  const { time } = useDashboardScope();
  return useSyncExternalStore(time.subscribe, () => time.read().range);
}

/** The past moment shown, rounded down to `stepMs`, for lists that end at it; undefined while live. */
export function usePastMs(stepMs = 1): EpochMs | undefined {
  const { time } = useDashboardScope();
  const read = useCallback(() => {
    const { pastMs } = time;
    return pastMs === undefined ? undefined : floorTo(pastMs, stepMs);
  }, [time, stepMs]);
  return useSyncExternalStore(time.subscribe, read);
}

/**
 * The dashboard's moment rounded down to `stepMs`: of the cursor, or of now, renewed when a step is over and not before.
 * What is shown for it live is what is shown for it later.
 */
export function useMomentStepMs(stepMs: number): EpochMs {
  const pastMs = usePastMs(stepMs);
  const [nowMs, setNowMs] = useState(() => floorTo(Date.now(), stepMs));
  const isLive = pastMs === undefined;
  useEffect(() => {
    if (!isLive) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNowMs(floorTo(Date.now(), stepMs));
      timer = setTimeout(tick, stepMs - (Date.now() % stepMs));
    };
    tick();
    return () => clearTimeout(timer);
  }, [isLive, stepMs]);
  return pastMs ?? nowMs;
}

function floorTo(timeMs: EpochMs, stepMs: number): EpochMs {
  return Math.floor(timeMs / stepMs) * stepMs;
}

/** The time that ages count from: the cursor's, or now (renewed every five seconds). */
export function useMomentMs(): EpochMs {
  const nowMs = useNow();
  return usePastMs() ?? nowMs;
}
