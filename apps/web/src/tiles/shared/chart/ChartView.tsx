import { useEffect, useMemo, useRef, useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { SeriesFeed } from '#tile-kit/series.ts';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import { usePalette } from '#tile-kit/use-palette.ts';
import { ChartControls } from './ChartControls.tsx';
import { ChartCover } from './ChartCover.tsx';
import { ChartNote } from './ChartNote.tsx';
import classes from './chart.module.css';
import type { ChartSettings } from './chart-settings.ts';
import { chartSpec } from './chart-spec.ts';
import { liveRange } from './chart-window.ts';
import { TimeChart } from './time-chart.ts';
import { useChartFeed } from './use-chart-feed.ts';
import { useSeriesNames } from './use-series-names.ts';
import { ZoneNote } from './ZoneNote.tsx';

/** A history chart with its controls, states and legend; the drawing itself is `TimeChart`. */
export function ChartView({ settings }: { settings: ChartSettings }) {
  const plotRef = useRef<HTMLDivElement>(null);
  const legendRef = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<TimeChart>();
  const [drawError, setDrawError] = useState<string>();
  const [isTable, setTable] = useState(false);
  const { isViewOnly, crosshairKey } = useTileActions();
  const palette = usePalette();
  const zone = useZone();
  const names = useSeriesNames(settings.series);
  const spec = useMemo(
    () => chartSpec({ settings, names, palette: palette.series, zone }),
    [settings, names, palette, zone],
  );
  const source = useChartFeed(settings);
  const { feed, state, zoom, setZoom, isPaused, openedMs } = source;

  useEffect(() => {
    if (plotRef.current === null || legendRef.current === null) return;
    const created = new TimeChart(
      { plot: plotRef.current, legend: legendRef.current },
      { onZoom: setZoom, onSpan: () => undefined, onError: setDrawError },
    );
    setChart(created);
    return () => created.destroy();
  }, [setZoom]);

  useEffect(() => {
    const colours = { text: palette.textDim, grid: palette.border, background: palette.surfaces[1] };
    chart?.setLook({ spec, colours, crosshairKey });
  }, [chart, spec, palette, crosshairKey]);

  useEffect(() => {
    const live = () => liveRange(settings, openedMs, feed.nowMs(), newestOf(feed));
    // A paused chart stands still; one that is zoomed shows what was chosen.
    const still = zoom ?? (isPaused ? live() : undefined);
    chart?.setFeed(feed, still === undefined ? live : () => still, still === undefined);
  }, [chart, feed, zoom, settings, openedMs, isPaused]);

  return (
    <div className={classes.chart}>
      <div className={classes.header} data-bare={settings.title === ''}>
        <span className={classes.title} title={settings.title}>
          {settings.title}
        </span>
        {isViewOnly ? (
          <ChartControls source={source} spec={spec} settings={settings} isTable={isTable} onTable={setTable} />
        ) : null}
      </div>
      <ChartNote state={state} isCovered={drawError !== undefined || state.isEmpty} />
      <div className={classes.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the crosshair and zoom */}
        <div ref={plotRef} className={classes.plot} role="img" tabIndex={0} aria-label={describe(settings, spec)} />
        <ChartCover
          settings={settings}
          source={source}
          spec={spec}
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

function newestOf(feed: SeriesFeed): number {
  return feed.frame().times.at(-1) ?? 0;
}

function describe({ title }: ChartSettings, { series }: { series: readonly { label: string }[] }): string {
  return `${title || 'Chart'}: ${series.map(({ label }) => label).join(', ')}. Show as table for the values.`;
}
