import { useMemo, useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { useSeriesFeed } from '#tile-kit/readings/use-series-feed.ts';
import { type ChartSettings, thresholdOf } from '../model/chart-settings.ts';
import { earlierLabel, earlierWindow } from '../model/compare.ts';
import type { Ghost } from '../model/history-chart.ts';
import type { ChartFeed } from './use-chart-feed.ts';
import { useLookedRange } from './use-looked-range.ts';

export interface Comparison {
  ghost: Ghost | undefined;
  /** Hours back; 0 compares with nothing. */
  hours: number;
  setHours: (hours: number) => void;
}

/** How often a moving window is looked at again: its ghost is asked for with time to spare. */
const LOOK_MS = 10_000;

/** The same series of an earlier period: as the settings say, or as the user chose since. */
export function useGhost(settings: ChartSettings, { range, isMoving }: ChartFeed, canCompare: boolean): Comparison {
  const zone = useZone();
  const [chosen, setHours] = useState(settings.compareHours);
  const hours = canCompare ? chosen : 0;
  const looked = useLookedRange(range, isMoving && hours !== 0, LOOK_MS);
  const { shiftS, ...window } = useMemo(() => earlierWindow(looked, hours, zone), [looked, hours, zone]);
  const feed = useSeriesFeed({
    selections: hours === 0 ? [] : settings.series.map(({ slotPath, dataItem }) => ({ slotPath, dataItem })),
    window: { kind: 'fixed', ...window },
    threshold: thresholdOf(settings.decimation),
    refreshSeconds: settings.refreshInterval,
  });
  const ghost = useMemo(
    () => (hours === 0 ? undefined : { feed, shiftS, label: earlierLabel(hours) }),
    [feed, hours, shiftS],
  );
  return { ghost, hours, setHours };
}
