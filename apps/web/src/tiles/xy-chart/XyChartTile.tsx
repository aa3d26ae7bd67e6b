import type { EpochSeconds } from '@telltale/contract';
import { useEffect, useMemo, useState } from 'react';
import { shownLimits } from '#readings/shown-limits.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { usePalette } from '#tile-kit/portal/use-palette.ts';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import { useChartFeed } from '#tiles/shared/chart/data/use-chart-feed.ts';
import { useChartHappenings } from '#tiles/shared/chart/data/use-chart-happenings.ts';
import { useSeriesNames } from '#tiles/shared/chart/data/use-series-names.ts';
import { libraryOf, newSeries } from '#tiles/shared/chart/model/chart-settings.ts';
import { chartSpec, type SeriesName } from '#tiles/shared/chart/model/chart-spec.ts';
import type { TimeRange } from '#tiles/shared/chart/model/time-range.ts';
import { ChartFrame } from '#tiles/shared/chart/shell/ChartFrame.tsx';
import { useChartNotes } from '#tiles/shared/chart/shell/use-chart-notes.tsx';
import { useChartPlaces } from '#tiles/shared/chart/shell/use-chart-places.ts';
import { usePointedSeries } from '#tiles/shared/chart/shell/use-pointed-series.ts';
import { bandColours } from '#tiles/shared/reading/use-band.ts';
import type { XyChartSettings } from './settings.ts';
import { useXyChart } from './use-xy-chart.ts';

const EVERY_POINT = 100;

/** Values over values of the same time, or over time itself. */
export function XyChartTile({ settings }: TileViewProps<XyChartSettings>) {
  const places = useChartPlaces();
  const [isZoomed, setZoomed] = useState(false);
  const { crosshairKey } = useTileActions();
  const palette = usePalette();
  const zone = useZone();

  const asked = useMemo(() => withX(settings), [settings]);
  const names = useSeriesNames(asked.series);
  const source = useChartFeed(asked);
  const { feed, setPaused, setZoom } = source;
  const { marks } = useChartHappenings(source);
  const notes = useChartNotes(asked, source);
  const all = useMemo(
    () => chartSpec({ settings: asked, names, palette: palette.series, zone, bandColour: bandColours(palette) }),
    [asked, names, palette, zone],
  );
  const hasX = settings.x.dataItem !== null;
  const spec = useMemo(
    () =>
      chartSpec({
        settings,
        names: hasX ? names.slice(1) : names,
        palette: palette.series,
        zone,
        bandColour: bandColours(palette),
      }),
    [settings, names, hasX, palette, zone],
  );
  const chart = useXyChart(libraryOf(settings), places, {
    onZoom: (zoom) => {
      setZoomed(zoom !== undefined);
      // Of a part of time the history has more points; of a part of values it knows nothing.
      setZoom(zoom?.time);
      // Points that move on under a zoomed part would leave it.
      if (zoom?.time === undefined) setPaused(zoom !== undefined);
    },
    onError: places.setDrawError,
  });

  usePointedSeries({
    places,
    pointsUnder: (place) => withXOf(chart?.pointsUnder(place) ?? [], hasX),
    selections: asked.series,
    firstSeries: hasX ? 1 : 0,
  });

  useEffect(() => {
    const colours = { text: palette.textDim, grid: palette.border, background: palette.surfaces[1] };
    chart?.setLook({ settings, spec, x: xAxisOf(settings, names[0]), colours, crosshairKey });
  }, [chart, settings, spec, names, palette, crosshairKey]);
  useEffect(() => chart?.setFeed(feed), [chart, feed]);
  useEffect(() => chart?.setMarks(marks), [chart, marks]);

  const shown = isZoomed
    ? { ...source, zoom: source.range(), setZoom: (range: TimeRange | undefined) => range ?? chart?.zoomOut() }
    : source;
  return (
    <ChartFrame
      kind="XY chart"
      settings={settings}
      places={places}
      source={source}
      spec={all}
      drawn={spec}
      marks={marks}
      selections={asked.series}
      controls={{ source: shown, settings: asked }}
      notes={notes}
    />
  );
}

/** The x axis: time, or a data item by its name and unit. */
function xAxisOf(
  { x: { dataItem, label: stored, grid, log, ...ends } }: XyChartSettings,
  item: SeriesName | undefined,
) {
  const hasX = dataItem !== null;
  const conversions = [hasX ? item?.conversion : undefined];
  const [label, own] = [
    (stored && item?.conversion?.axisLabel(stored, conversions)) || stored,
    shownLimits(ends, conversions),
  ];
  const [name, unit] = hasX ? [item?.name ?? '', item?.unit ?? ''] : ['', ''];
  const isAutomatic = own.min !== null && own.max !== null && own.min >= own.max;
  return {
    isTime: !hasX,
    name: label || name,
    label: label || (unit === '' ? name : `${name} (${unit})`),
    unit,
    min: isAutomatic ? null : own.min,
    max: isAutomatic ? null : own.max,
    hasGrid: grid,
    isLog: log && hasX,
    ...(item?.display?.decimals == null ? {} : { decimals: item.display.decimals }),
    display: hasX ? item?.display : undefined,
  };
}

/** Of a point over another value that one is meant as well; the series as the history is asked for them. */
function withXOf(points: readonly { series: number; time: EpochSeconds }[], hasX: boolean) {
  if (!hasX) return points;
  return points.flatMap(({ series, time }) => [
    { series: series + 1, time },
    { series: 0, time },
  ]);
}

/** What the history is asked for: x first. Points of equal times are found among all points only. */
function withX(settings: XyChartSettings): XyChartSettings {
  const { slotPath, dataItem } = settings.x;
  if (dataItem === null) return settings;
  const decimation = settings.match === 'equal' ? EVERY_POINT : settings.decimation;
  return { ...settings, decimation, series: [{ ...newSeries(''), slotPath, dataItem }, ...settings.series] };
}
