import type { ItemDisplay } from '@telltale/contract';
import { bandOf, type Range, segmentsOf } from '@telltale/domain';
import { bandEnds } from './gauge-geometry.ts';
import type { GaugeSettings } from './settings.ts';

/** A stretch of the scale in a colour of its own. */
export interface GaugeBand {
  readonly from: number;
  readonly to: number;
  readonly colour: string;
  /** In it all is well: the filled bar keeps its calm colour. */
  readonly isNormal: boolean;
}

export interface GaugeBands {
  readonly bands: readonly GaugeBand[];
  /** The band that the value lies in. */
  readonly activeOf: (value: number) => GaugeBand | undefined;
}

const THREE_COLOURS = ['var(--tt-good)', 'var(--tt-uncertain)', 'var(--tt-bad)'] as const;

/** The bands that a gauge shows: its data item's, three of its own, or none. */
export function bandsOf(
  settings: Pick<GaugeSettings, 'bands' | `band${1 | 2 | 3}Color` | `band${1 | 2}End`>,
  display: ItemDisplay,
  scale: Range,
  colourOf: (severity: number) => string,
): GaugeBands {
  if (settings.bands === 'three') return threeBands(settings, scale);
  if (settings.bands === 'none') return { bands: [], activeOf: () => undefined };
  const named = segmentsOf(display, scale).flatMap(({ from, to, name, band }) =>
    band === undefined ? [] : [{ name, from, to, colour: band.color || colourOf(band.severity), isNormal: false }],
  );
  return {
    bands: named,
    activeOf: (value) => {
      const name = bandOf(display, value);
      return name === undefined ? undefined : named.find((band) => band.name === name);
    },
  };
}

function threeBands(settings: Parameters<typeof bandsOf>[0], scale: Range): GaugeBands {
  const [first, second] = bandEnds(settings.band1End, settings.band2End, scale);
  const colours = [settings.band1Color, settings.band2Color, settings.band3Color];
  const stops = [scale.min, first, second, scale.max];
  const bands = [0, 1, 2].map((index) => ({
    from: stops[index] ?? 0,
    to: stops[index + 1] ?? 0,
    colour: colours[index] || (THREE_COLOURS[index] ?? ''),
    isNormal: index === 0,
  }));
  const isBackwards = scale.max < scale.min;
  // A value exactly at a band's end still belongs to it.
  const reaches = (band: GaugeBand, value: number) => (isBackwards ? value >= band.to : value <= band.to);
  return { bands, activeOf: (value) => bands.find((band) => reaches(band, value)) ?? bands.at(-1) };
}
