import { lazy, type ReactNode, Suspense } from 'react';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import classes from './chart.module.css';
import type { ChartMark } from './chart-marks.ts';
import type { ChartSettings } from './chart-settings.ts';
import type { ChartSpec } from './chart-spec.ts';
import type { ChartFeed } from './use-chart-feed.ts';

/** The table is large and seldom asked for. */
const ChartTable = lazy(async () => ({ default: (await import('./ChartTable.tsx')).ChartTable }));

interface ChartCoverProps {
  settings: ChartSettings;
  source: ChartFeed;
  spec: ChartSpec;
  marks: readonly ChartMark[];
  /** Why the chart could not be drawn. */
  drawError: string | undefined;
  isTable: boolean;
  onRetry: () => void;
}

/** What stands over the plot when there is no picture to see: loading, empty, error, or the table. */
export function ChartCover({ settings, source, spec, marks, drawError, isTable, onRetry }: ChartCoverProps) {
  const { state, hasShown, feed } = source;
  if (drawError !== undefined) {
    return (
      <Cover>
        <ErrorState title={drawError} onRetry={onRetry} />
      </Cover>
    );
  }
  if (settings.source !== 'request' && settings.series.every(({ dataItem }) => dataItem === null)) {
    return (
      <Cover>
        <EmptyState title="No data items chosen">Edit this tile to choose what it shows.</EmptyState>
      </Cover>
    );
  }
  if (isTable) {
    return (
      <Cover>
        <Suspense>
          <ChartTable feed={feed} spec={spec} marks={marks} />
        </Suspense>
      </Cover>
    );
  }
  if (!state.isEmpty) return null;
  if (state.state === 'error') {
    return (
      <Cover>
        <ErrorState title="The history could not be loaded." message={state.message} onRetry={onRetry} />
      </Cover>
    );
  }
  if (state.state === 'ready') {
    return (
      <Cover isClear>
        <EmptyState title="No data in this period" />
      </Cover>
    );
  }
  return hasShown ? null : (
    <Cover>
      <div className={classes.skeleton} role="status">
        <span className="tt-visually-hidden">Loading</span>
      </div>
    </Cover>
  );
}

/** Clear: the axes stay to be seen behind it. */
function Cover({ isClear = false, children }: { isClear?: boolean; children: ReactNode }) {
  return (
    <div className={classes.cover} data-clear={isClear}>
      {children}
    </div>
  );
}
