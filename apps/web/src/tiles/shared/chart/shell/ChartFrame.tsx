import type { DataItemSelection, EpochSeconds } from '@telltale/contract';
import type { ReactNode } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import type { ChartFeed } from '../data/use-chart-feed.ts';
import type { Comparison } from '../data/use-ghost.ts';
import { alarmWords, type ChartAlarms, NO_ALARMS } from '../model/chart-alarms.ts';
import type { ChartMark } from '../model/chart-marks.ts';
import type { ChartSettings } from '../model/chart-settings.ts';
import type { ChartSpec } from '../model/chart-spec.ts';
import { ChartControls } from './ChartControls.tsx';
import { ChartCover } from './ChartCover.tsx';
import { ChartNote } from './ChartNote.tsx';
import classes from './chart.module.css';
import type { ChartNotes } from './use-chart-notes.tsx';
import type { FramePlaces } from './use-chart-places.ts';
import { ZoneNote } from './ZoneNote.tsx';

interface ChartFrameProps {
  /** What the chart is called by who cannot see it, while it has no title. */
  kind: string;
  settings: ChartSettings;
  places: FramePlaces;
  source: ChartFeed;
  /** Of everything that the table and the exports show. */
  spec: ChartSpec;
  /** The data items of `spec`, where they are others than the settings' series. */
  selections?: readonly DataItemSelection[];
  /** Of the series that are drawn, where these are fewer. */
  drawn?: ChartSpec;
  marks: readonly ChartMark[];
  alarms?: ChartAlarms;
  /** What the controls act on, where it is more than the feed and the settings of the chart. */
  controls?: { source: ChartFeed; settings: ChartSettings };
  comparison?: Comparison | undefined;
  /** The points don't come from data items: the feed has every point there is. */
  isOwn?: boolean;
  /** Stands in the header, after the controls: these come and go with the pointer, and it stays in its place. */
  tools?: ReactNode;
  /** Left out where nothing can be noted. */
  notes?: ChartNotes;
  /** The moment that was pointed at last. */
  pointedMoment?: () => EpochSeconds | undefined;
}

const NOTHING: readonly DataItemSelection[] = [];

/** What stands around every chart: title and controls, notes, the plot or what covers it, and the legend. */
export function ChartFrame(props: ChartFrameProps) {
  const { kind, settings, places, source, spec, drawn = spec, marks, comparison, isOwn = false, tools } = props;
  const { selections = settings.series } = props;
  const { controls = { source, settings }, alarms = NO_ALARMS, notes, pointedMoment } = props;
  const { drawError, isTable } = places;
  const { feed, state } = source;
  const { isViewOnly } = useTileActions();
  const zone = useZone();
  const names = drawn.series.map(({ label }) => label).join(', ');
  return (
    <div className={classes.chart}>
      <div className={classes.header} data-bare={settings.title === '' && tools === undefined}>
        <span className={classes.title} title={settings.title}>
          {settings.title}
        </span>
        {isViewOnly ? (
          <ChartControls
            {...controls}
            spec={spec}
            isWhole={isOwn}
            comparison={comparison}
            isTable={isTable}
            onTable={places.setTable}
            addNote={notes?.add && (() => notes.add?.(pointedMoment?.()))}
          />
        ) : null}
        {tools}
      </div>
      <ChartNote state={state} isOwn={isOwn} isCovered={drawError !== undefined || state.isEmpty} />
      <div className={classes.body}>
        <div
          ref={places.plot}
          className={classes.plot}
          role="img"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the crosshair and zoom
          tabIndex={0}
          aria-label={`${settings.title || kind}: ${names}.${alarmWords(alarms)} Show as table for the values.`}
        />
        <ChartCover
          settings={settings}
          source={source}
          spec={spec}
          selections={isOwn ? NOTHING : selections}
          marks={marks}
          drawError={drawError}
          isTable={isTable}
          onRetry={() => {
            places.setDrawError(undefined);
            feed.refresh();
          }}
        />
      </div>
      <div className={classes.footer}>
        <div ref={places.legend} className={classes.legendPlace} />
        <ZoneNote zone={zone} />
      </div>
      {notes?.dialog}
    </div>
  );
}
