import type { DataItemSelection } from '@telltale/contract';
import { lazy, type ReactNode, Suspense } from 'react';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { useLacks } from '#tile-kit/portal/use-may.ts';
import { MissingItem } from '#tiles/shared/reading/MissingItem.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { UnchosenItem } from '#tiles/shared/reading/UnchosenItem.tsx';
import type { ChartFeed } from '../data/use-chart-feed.ts';
import { MISSING_SERIES } from '../data/use-series-names.ts';
import type { ChartMark } from '../model/chart-marks.ts';
import type { ChartSettings } from '../model/chart-settings.ts';
import type { ChartSpec } from '../model/chart-spec.ts';
import classes from './chart.module.css';
import { NoDataNote } from './NoDataNote.tsx';

/** The table is large and seldom asked for. */
const ChartTable = lazy(async () => ({ default: (await import('./ChartTable.tsx')).ChartTable }));

const NOTHING: ChartSettings['series'] = [];

interface ChartCoverProps {
  settings: ChartSettings;
  source: ChartFeed;
  spec: ChartSpec;
  /** The data items of its series; none where the points don't come from any. */
  selections: readonly DataItemSelection[];
  marks: readonly ChartMark[];
  /** Why the chart could not be drawn. */
  drawError: string | undefined;
  isTable: boolean;
  onRetry: () => void;
}

/** What stands over the plot when there is no picture to see: loading, empty, error, or the table. */
export function ChartCover(props: ChartCoverProps) {
  const { settings, source, spec, selections, marks, drawError, isTable, onRetry } = props;
  const { state, hasShown, feed } = source;
  const isForbidden = useLacks('HistoricalDataItems', 'View') && settings.source !== 'request';
  if (drawError !== undefined) {
    return (
      <Cover>
        <TileNotice title={drawError} onRetry={onRetry} />
      </Cover>
    );
  }
  if (settings.source !== 'request' && settings.series.every(({ dataItem }) => dataItem === null)) {
    return (
      <Cover>
        <UnchosenItem isSeveral />
      </Cover>
    );
  }
  if (isTable) {
    return (
      <Cover>
        <Suspense>
          <ChartTable feed={feed} spec={spec} selections={selections} marks={marks} />
        </Suspense>
      </Cover>
    );
  }
  if (!state.isEmpty) return null;
  if (settings.source !== 'request' && spec.series.every(({ label }) => label === MISSING_SERIES)) {
    return (
      <Cover>
        <MissingItem />
      </Cover>
    );
  }
  if (isForbidden) {
    return (
      <Cover>
        <TileMessage>You are missing permissions to view history.</TileMessage>
      </Cover>
    );
  }
  if (state.state === 'error') {
    const failure = `The ${settings.source === 'request' ? 'data' : 'history'} could not be loaded.`;
    return (
      <Cover>
        <TileNotice title={failure} text={state.message} onRetry={onRetry} />
      </Cover>
    );
  }
  if (state.state === 'ready') {
    return (
      <Cover isClear>
        <NoDataNote selections={settings.source === 'request' ? NOTHING : settings.series} zone={spec.zone} />
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
