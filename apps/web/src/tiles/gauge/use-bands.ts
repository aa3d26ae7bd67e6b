import type { Range } from '@telltale/domain';
import type { Conversion } from '@telltale/domain/units/conversion.ts';
import { useMemo } from 'react';
import type { Reading } from '#readings/readings.ts';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { bandsOf, type GaugeBands } from './gauge-bands.ts';
import type { GaugeSettings } from './settings.ts';

/** The gauge's bands in the colours of the theme; the same object until one of them changes. */
export function useBands(settings: GaugeSettings, { display, conversion }: Reading, { min, max }: Range): GaugeBands {
  const palette = usePalette();
  return useMemo(
    () =>
      bandsOf(shownEnds(settings, conversion), display, { min, max }, (severity) => severityFill(palette, severity)),
    [settings, display, conversion, min, max, palette],
  );
}

/** Where the bands of its own end, which are stored in the unit of the data item. */
function shownEnds(settings: GaugeSettings, conversion: Conversion | undefined): GaugeSettings {
  if (conversion === undefined) return settings;
  const end = (stored: number | null) => (stored === null ? null : conversion.convert(stored));
  return { ...settings, band1End: end(settings.band1End), band2End: end(settings.band2End) };
}
