import type { ItemDisplay } from '@telltale/contract';
import type { Range } from '@telltale/domain';
import { useMemo } from 'react';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { bandsOf, type GaugeBands } from './gauge-bands.ts';
import type { GaugeSettings } from './settings.ts';

/** The gauge's bands in the colours of the theme; the same object until one of them changes. */
export function useBands(settings: GaugeSettings, display: ItemDisplay, { min, max }: Range): GaugeBands {
  const palette = usePalette();
  return useMemo(
    () => bandsOf(settings, display, { min, max }, (severity) => severityFill(palette, severity)),
    [settings, display, min, max, palette],
  );
}
