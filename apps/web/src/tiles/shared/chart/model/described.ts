import type { ItemDisplay } from '@telltale/contract';
import { BAND_NAMES } from '@telltale/contract';
import { formatNumber, type Segment, segmentsOf, wordOf } from '@telltale/domain';
import type { ChartSpec } from './chart-spec.ts';
import { decimalsForRange } from './value-decimals.ts';

type Described = { readonly display?: ItemDisplay | undefined };

/** To how many decimals values of a series are written: those of its data item, else as many as tell them apart. */
export function decimalsOfSeries({ display }: Described, range: number): number {
  return display?.decimals ?? decimalsForRange(range);
}

/** A value of a series as text: its word where the data item has one for it. */
export function seriesText(display: ItemDisplay | undefined, value: number | null, decimals?: number): string {
  const word = display === undefined || value === null ? undefined : wordOf(display, value);
  return word ?? formatNumber(value, decimals);
}

/** The decimals that all series of an axis are described with; null: as its ticks need. */
export function decimalsOfAxis(series: readonly Described[]): number | null {
  const all = series.map(({ display }) => display?.decimals ?? null);
  return all.length === 0 || all.includes(null) ? null : Math.max(...all.map(Number));
}

/** Bands behind the lines: the axis on which they are to be read, and whose they are. */
export interface ChartBands {
  readonly axis: number;
  readonly display: ItemDisplay;
}

/**
 * The bands that stand behind the lines, where it is beyond doubt whose they are: all series in sight of one axis have the
 * same, and no other axis has any. Where several have some, the legend's "only this one" brings forth each.
 */
export function bandsInSight({ series, axes }: Pick<ChartSpec, 'series' | 'axes'>, isShown: readonly boolean[]) {
  const found = axes.flatMap((_, axis): ChartBands[] => {
    const seen = series.filter((one, index) => one.axis === axis && isShown[index] !== false);
    const [display] = seen.flatMap((one) => (hasBands(one) ? [one.display as ItemDisplay] : []));
    return display === undefined || seen.some((one) => keyOf(one) !== keyOf({ display })) ? [] : [{ axis, display }];
  });
  const banded = new Set(
    series.filter((one, index) => isShown[index] !== false && hasBands(one)).map(({ axis }) => axis),
  );
  return banded.size === 1 ? found[0] : undefined;
}

/** The stretches of an axis that lie in a band, from its lower to its upper end. */
export function bandStretches({ display }: ChartBands, min: number, max: number): (Segment & { colour: string })[] {
  return segmentsOf(display, { min: Math.min(min, max), max: Math.max(min, max) }).flatMap((segment) =>
    segment.band === undefined ? [] : [{ ...segment, colour: segment.band.color }],
  );
}

function hasBands({ display }: Described): boolean {
  return display !== undefined && BAND_NAMES.some((name) => display.bands[name] !== null);
}

function keyOf({ display }: Described): string {
  return JSON.stringify(display?.bands);
}
