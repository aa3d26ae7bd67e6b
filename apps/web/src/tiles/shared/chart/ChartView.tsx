import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { SeriesFeed } from '#tile-kit/series.ts';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import { usePalette } from '#tile-kit/use-palette.ts';
import { ChartControls } from './ChartControls.tsx';
import { ChartCover } from './ChartCover.tsx';
import { ChartNote } from './ChartNote.tsx';
import classes from './chart.module.css';
import type { ChartLibrary, ChartSettings } from './chart-settings.ts';
import { chartSpec, type SeriesName } from './chart-spec.ts';
import type { TimeRange } from './time-range.ts';
import { useChartFeed } from './use-chart-feed.ts';
import { useChartMarks } from './use-chart-marks.ts';
import { useGhost } from './use-ghost.ts';
import { useHistoryChart } from './use-history-chart.ts';
import { useLegendMeans } from './use-legend-means.ts';
import { useSeriesNames } from './use-series-names.ts';
import { ZoneNote } from './ZoneNote.tsx';

interface ChartViewProps {
  settings: ChartSettings;
  library?: ChartLibrary | undefined;
  /** Stands in the header, after the controls: these come and go with the pointer, and it stays in its place. */
  tools?: ReactNode;
  /** While given, dragging chooses a span instead of zooming into it. */
  onSpan?: ((range: TimeRange) => void) | undefined;
  /** Points that don't come from data items, and what they are called. */
  own?: { feed: SeriesFeed; names: SeriesName[] };
  /** Another value asks the history again. */
  refreshKey?: number;
}

/** A history chart with its controls, states and legend; the drawing itself is a `HistoryChart`. */
export function ChartView({ settings, library = 'uplot', tools, onSpan, own, refreshKey = 0 }: ChartViewProps) {
  const plotRef = useRef<HTMLDivElement>(null);
  const legendRef = useRef<HTMLDivElement>(null);
  const [drawError, setDrawError] = useState<string>();
  const [isTable, setTable] = useState(false);
  const { isViewOnly, crosshairKey } = useTileActions();
  const palette = usePalette();
  const zone = useZone();
  const itemNames = useSeriesNames(settings.series);
  const names = own?.names ?? itemNames;
  const spec = useMemo(
    () => chartSpec({ settings, names, palette: palette.series, zone }),
    [settings, names, palette, zone],
  );
  const source = useChartFeed(settings, own?.feed);
  const { feed, state, range, isMoving, setZoom } = source;
  const comparison = useGhost(settings, source, own === undefined);
  const marks = useChartMarks(source);
  const means = useLegendMeans(settings, source, own === undefined);
  const places = { plot: plotRef, legend: legendRef };
  const chart = useHistoryChart(library, places, { onZoom: setZoom, onSpan, onError: setDrawError });

  useEffect(() => {
    const colours = { text: palette.textDim, grid: palette.border, background: palette.surfaces[1] };
    chart?.setLook({ spec, colours, crosshairKey });
  }, [chart, spec, palette, crosshairKey]);
  useEffect(() => chart?.setFeed(feed, range, isMoving), [chart, feed, range, isMoving]);
  useEffect(() => chart?.setGhost(comparison.ghost), [chart, comparison.ghost]);
  useEffect(() => chart?.setMarks(marks), [chart, marks]);
  useEffect(() => chart?.setMeans(means), [chart, means]);
  useEffect(() => {
    if (refreshKey > 0) feed.refresh();
  }, [feed, refreshKey]);

  return (
    <div className={classes.chart}>
      <div className={classes.header} data-bare={settings.title === '' && tools === undefined}>
        <span className={classes.title} title={settings.title}>
          {settings.title}
        </span>
        {isViewOnly ? (
          <ChartControls
            source={source}
            spec={spec}
            settings={settings}
            isWhole={own !== undefined}
            comparison={own === undefined ? comparison : undefined}
            isTable={isTable}
            onTable={setTable}
          />
        ) : null}
        {tools}
      </div>
      <ChartNote state={state} isOwn={own !== undefined} isCovered={drawError !== undefined || state.isEmpty} />
      <div className={classes.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the crosshair and zoom */}
        <div ref={plotRef} className={classes.plot} role="img" tabIndex={0} aria-label={describe(settings, spec)} />
        <ChartCover
          settings={settings}
          source={source}
          spec={spec}
          marks={marks}
          drawError={drawError}
          isTable={isTable}
          onRetry={() => {
            setDrawError(undefined);
            feed.refresh();
          }}
        />
      </div>
      <div className={classes.footer}>
        <div ref={legendRef} className={classes.legendPlace} />
        <ZoneNote zone={zone} />
      </div>
    </div>
  );
}

function describe({ title }: ChartSettings, { series }: { series: readonly { label: string }[] }): string {
  return `${title || 'Chart'}: ${series.map(({ label }) => label).join(', ')}. Show as table for the values.`;
}
