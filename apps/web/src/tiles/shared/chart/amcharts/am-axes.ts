import * as am5 from '@amcharts/amcharts5';
import * as am5xy from '@amcharts/amcharts5/xy';
import { BAND_ALPHA } from '../draw/plot-drawing.ts';
import { logTickLabels, mostDecimals, valueTickLabels } from '../draw/plot-options.ts';
import type { AxisSpec } from '../model/chart-spec.ts';
import type { bandStretches } from '../model/described.ts';
import type { ChartColours } from '../model/history-chart.ts';
import { plainText } from './plain-text.ts';

const FONT = "'Inter Variable', system-ui, sans-serif";
const FONT_PX = 11;
/** Room for the logo, which would stand on the lowest label of the first axis. */
const LOGO_PX = 12;

/** The place of the plot within the chart, in CSS pixels. */
export interface AmPlotPlace {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** An empty chart of amCharts. Its logo stays (see its licence). */
export function amChart(place: HTMLElement, zone: string, { text, grid }: ChartColours) {
  const root = am5.Root.new(place, { useSafeResolution: false });
  root.timezone = am5.Timezone.new(zone);
  root.interfaceColors.set('grid', am5.color(grid));
  root.interfaceColors.set('text', am5.color(text));
  const chart = root.container.children.push(
    am5xy.XYChart.new(root, {
      layout: root.verticalLayout,
      paddingLeft: 0,
      paddingRight: 8,
      paddingTop: 8,
      paddingBottom: LOGO_PX,
    }),
  );
  chart.zoomOutButton.set('forceHidden', true);
  return { root, chart };
}

export function amTimeAxis(
  root: am5.Root,
  { text, grid }: ChartColours,
  hasGrid = true,
): am5xy.DateAxis<am5xy.AxisRenderer> {
  const renderer = am5xy.AxisRendererX.new(root, { minGridDistance: 70 });
  renderer.labels.template.setAll({ fontFamily: FONT, fontSize: FONT_PX, fill: am5.color(text) });
  renderer.grid.template.setAll({ stroke: am5.color(grid), strokeOpacity: hasGrid ? 1 : 0 });
  const axis: am5xy.DateAxis<am5xy.AxisRenderer> = am5xy.DateAxis.new(root, {
    baseInterval: { timeUnit: 'millisecond', count: 1 },
    strictMinMax: true,
    startLocation: 0,
    endLocation: 0,
    zoomable: false,
    renderer,
  });
  const clock = { millisecond: 'HH:mm:ss.SSS', second: 'HH:mm:ss', minute: 'HH:mm', hour: 'HH:mm' };
  axis.set('dateFormats', { ...axis.get('dateFormats'), ...clock, day: 'MMM d', week: 'MMM d', month: 'MMM' });
  axis.set('periodChangeDateFormats', {
    ...axis.get('periodChangeDateFormats'),
    millisecond: 'HH:mm:ss',
    second: 'HH:mm',
    minute: 'HH:mm',
    hour: 'MMM d',
    day: 'MMM d',
  });
  return axis;
}

interface ValueAxisLook {
  side: 'left' | 'right' | 'bottom';
  isInverted: boolean;
  /** Of its labels and its title. */
  colour: string;
  grid: string;
}

export function amValueAxis(
  root: am5.Root,
  spec: AxisSpec,
  { side, isInverted, colour, grid }: ValueAxisLook,
): am5xy.ValueAxis<am5xy.AxisRenderer> {
  const fill = am5.color(colour);
  const renderer =
    side === 'bottom'
      ? am5xy.AxisRendererX.new(root, { inversed: isInverted, minGridDistance: 70 })
      : am5xy.AxisRendererY.new(root, { opposite: side === 'right', inversed: isInverted, minGridDistance: 32 });
  renderer.labels.template.setAll({ fontFamily: FONT, fontSize: FONT_PX, fill });
  renderer.grid.template.setAll({ stroke: am5.color(grid), strokeOpacity: spec.hasGrid ? 1 : 0 });
  const axis: am5xy.ValueAxis<am5xy.AxisRenderer> = am5xy.ValueAxis.new(root, {
    logarithmic: spec.isLog,
    strictMinMax: true,
    zoomable: false,
    ...(spec.isLog ? { treatZeroAs: Number.MIN_VALUE } : {}),
    renderer,
  });
  // As uPlot's axes have them; amCharts would write small values as zeros.
  renderer.labels.template.adapters.add('text', (_text, target) => {
    const value = (target.dataItem?.get('value' as never) ?? null) as number | null;
    if (spec.isLog || value === null) return logTickLabels([value])[0];
    const [min, max] = [axis.getPrivate('min', 0), axis.getPrivate('max', 0)];
    const largest = Math.max(Math.abs(min), Math.abs(max));
    return valueTickLabels([value, largest], axis.getPrivate('step', 1), mostDecimals(spec, max - min))[0];
  });
  if (spec.label !== '') {
    const title = am5.Label.new(root, {
      text: plainText(spec.label),
      fontFamily: FONT,
      fontSize: FONT_PX,
      fill,
      paddingTop: 0,
      paddingBottom: 0,
      ...(side === 'bottom' ? { x: am5.p50, centerX: am5.p50 } : { rotation: -90, y: am5.p50, centerX: am5.p50 }),
    });
    if (side === 'left') axis.children.unshift(title);
    else axis.children.push(title);
  }
  return axis;
}

/** Shows the bands of what is in sight behind the lines of an axis, in place of those that it showed. */
export function showBands(
  axis: am5xy.ValueAxis<am5xy.AxisRenderer>,
  stretches: ReturnType<typeof bandStretches>,
): void {
  axis.axisRanges.clear();
  for (const { from, to, colour } of stretches) {
    const range = axis.createAxisRange(axis.makeDataItem({ value: from, endValue: to }));
    range.get('axisFill')?.setAll({ visible: true, fill: am5.color(colour), fillOpacity: BAND_ALPHA });
    range.get('label')?.set('forceHidden', true);
    range.get('grid')?.set('forceHidden', true);
  }
}

/** Where the plot stands; known once the chart has been laid out. */
export function plotPlaceOf({ plotContainer }: am5xy.XYChart): AmPlotPlace {
  const { x, y } = plotContainer.toGlobal({ x: 0, y: 0 });
  return { left: x, top: y, width: plotContainer.width(), height: plotContainer.height() };
}
