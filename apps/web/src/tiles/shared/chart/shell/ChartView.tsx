import { type ReactNode, useEffect, useMemo } from 'react';
import type { SeriesFeed } from '#readings/series.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { usePalette } from '#tile-kit/portal/use-palette.ts';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import { bandColours } from '#tiles/shared/reading/use-band.ts';
import { useChartFeed } from '../data/use-chart-feed.ts';
import { useChartHappenings } from '../data/use-chart-happenings.ts';
import { useGhost } from '../data/use-ghost.ts';
import { useLegendMeans } from '../data/use-legend-means.ts';
import { useSeriesNames } from '../data/use-series-names.ts';
import type { ChartLibrary, ChartSettings } from '../model/chart-settings.ts';
import { chartSpec, type SeriesName } from '../model/chart-spec.ts';
import type { TimeRange } from '../model/time-range.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { useChartNotes } from './use-chart-notes.tsx';
import { useChartPlaces } from './use-chart-places.ts';
import { useHistoryChart } from './use-history-chart.ts';
import { usePointedSeries } from './use-pointed-series.ts';

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

/** Points of a request are of no data item. */
const NO_SERIES: ChartSettings['series'] = [];

/** A history chart with its controls, states and legend; the drawing itself is a `HistoryChart`. */
export function ChartView({ settings, library = 'uplot', tools, onSpan, own, refreshKey = 0 }: ChartViewProps) {
  const places = useChartPlaces();
  const { crosshairKey } = useTileActions();
  const palette = usePalette();
  const zone = useZone();
  const itemNames = useSeriesNames(settings.series);
  const names = own?.names ?? itemNames;
  const spec = useMemo(
    () => chartSpec({ settings, names, palette: palette.series, zone, bandColour: bandColours(palette) }),
    [settings, names, palette, zone],
  );
  const source = useChartFeed(settings, own?.feed);
  const { feed, range, isMoving, setZoom } = source;
  const comparison = useGhost(settings, source, own === undefined);
  const { marks, alarms } = useChartHappenings(source, own === undefined ? settings.series : undefined);
  const { means, span: meansOf } = useLegendMeans(settings, source, own === undefined);
  const notes = useChartNotes(settings, source);
  const chart = useHistoryChart(library, places, {
    onZoom: setZoom,
    onSpan,
    onNote: (moment) => notes.add?.(moment),
    onError: places.setDrawError,
  });

  usePointedSeries({
    places,
    pointsUnder: (place) => chart?.pointsUnder(place) ?? [],
    selections: own === undefined ? settings.series : NO_SERIES,
    meansOf,
  });

  useEffect(() => {
    const colours = { text: palette.textDim, grid: palette.border, background: palette.surfaces[1] };
    chart?.setLook({ spec, colours, crosshairKey });
  }, [chart, spec, palette, crosshairKey]);
  useEffect(() => chart?.setFeed(feed, range, isMoving), [chart, feed, range, isMoving]);
  useEffect(() => chart?.setGhost(comparison.ghost), [chart, comparison.ghost]);
  useEffect(() => chart?.setMarks(marks), [chart, marks]);
  useEffect(() => chart?.setAlarms(alarms), [chart, alarms]);
  useEffect(() => chart?.setMeans(means), [chart, means]);
  useEffect(() => {
    if (refreshKey > 0) feed.refresh();
  }, [feed, refreshKey]);

  return (
    <ChartFrame
      kind="Chart"
      settings={settings}
      places={places}
      source={source}
      spec={spec}
      marks={marks}
      alarms={alarms}
      comparison={own === undefined ? comparison : undefined}
      isOwn={own !== undefined}
      tools={tools}
      notes={notes}
      pointedMoment={() => chart?.pointedMoment()}
    />
  );
}
