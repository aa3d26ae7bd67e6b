import { type ChartSettings, chartSettingsSchema } from '#tiles/shared/chart/model/chart-settings.ts';

/** Depth runs downwards, from 0 to this many feet (spec 1 §2). */
const DEEPEST_FT = 30_000;
const AXIS = 'Depth (ft)';

/** The depth as one line, the projected one as a dashed one. */
export function depthChartSettings(colour: string, projectedColour: string): ChartSettings {
  return chartSettingsSchema.parse({
    source: 'request',
    invert: true,
    axes: [{ label: AXIS, min: 0, max: DEEPEST_FT }],
    series: [
      { axis: { label: AXIS }, color: colour },
      { axis: { label: AXIS }, color: projectedColour, line: 'dash' },
    ],
  });
}
