import { createContext, useContext } from 'react';
import { DEFAULT_THEME, type Palette, shippedPalettes } from './palette.ts';
import { type SeverityColours, severityColours, shippedSeverities } from './severity.ts';

/** The palette in force, with the severity colours as it shows them. */
export interface ActivePalette extends Palette {
  severities: readonly SeverityColours[];
}

const shipped = shippedPalettes[DEFAULT_THEME];

export const PaletteContext = createContext<ActivePalette>({
  ...shipped,
  severities: severityColours(shippedSeverities, shipped),
});

/** Colours for what cannot read CSS variables: canvas charts. A new object whenever the theme changes. */
export function usePalette(): ActivePalette {
  return useContext(PaletteContext);
}
