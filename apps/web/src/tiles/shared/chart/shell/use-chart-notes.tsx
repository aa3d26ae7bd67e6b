import type { EpochSeconds } from '@telltale/contract';
import { type ReactNode, useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useMay } from '#tile-kit/portal/use-may.ts';
import { LateNoteDialog } from '#tile-kit/records/late-note-dialog.ts';
import type { ChartFeed } from '../data/use-chart-feed.ts';
import type { ChartSettings } from '../model/chart-settings.ts';

export interface ChartNotes {
  /** Begins a note at a moment, or at the newest in sight; undefined: the user may write none. */
  readonly add: ((moment: EpochSeconds | undefined) => void) | undefined;
  readonly dialog: ReactNode;
}

/** Writing notes from a chart: about the asset of its first series, or the dashboard's. */
export function useChartNotes(
  { series }: Pick<ChartSettings, 'series'>,
  { range, feed }: Pick<ChartFeed, 'range' | 'feed'>,
): ChartNotes {
  const mayNote = useMay('Events', 'Create');
  const { members, resolve } = useDashboardScope();
  const [atMs, setAt] = useState<number>();
  const add = (moment: EpochSeconds | undefined) =>
    setAt(moment === undefined ? Math.min(range().to * 1000, feed.nowMs()) : moment * 1000);
  return {
    add: mayNote && members.length > 0 ? add : undefined,
    dialog:
      atMs === undefined ? null : (
        <LateNoteDialog
          assetId={series[0] && resolve(series[0])?.assetId}
          atMs={atMs}
          onClose={() => setAt(undefined)}
        />
      ),
  };
}
