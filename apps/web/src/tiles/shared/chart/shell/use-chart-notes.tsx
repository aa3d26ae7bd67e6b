import type { EpochSeconds } from '@telltale/contract';
import { type ReactNode, useState } from 'react';
import { useDashboardScope, useTimeIfAny } from '#tile-kit/dashboard-scope.tsx';
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
  settings: Pick<ChartSettings, 'series'>,
  { range, feed }: Pick<ChartFeed, 'range' | 'feed'>,
): ChartNotes {
  const mayNote = useMay('Events', 'Create');
  const { members, resolve, zone } = useDashboardScope();
  const time = useTimeIfAny();
  const [at, setAt] = useState<string>();
  const first = settings.series.map((series) => resolve(series)?.assetId).find((assetId) => assetId !== undefined);
  const member = members.find(({ assetId }) => assetId === first) ?? members[0];
  if (!mayNote || member === undefined) return { add: undefined, dialog: null };
  const add = (moment: EpochSeconds | undefined) => {
    const newestMs = Math.min(range().to * 1000, time?.pastMs ?? feed.nowMs());
    setAt(new Date(moment === undefined ? newestMs : moment * 1000).toISOString());
  };
  const dialog =
    at === undefined ? null : (
      <LateNoteDialog
        assetId={member.assetId}
        assetName={members.length > 1 ? member.name : undefined}
        zone={zone}
        at={at}
        onClose={() => setAt(undefined)}
      />
    );
  return { add, dialog };
}
