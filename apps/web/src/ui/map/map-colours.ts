/** Colours of the map from the palette in force: quiet land and water, so that the markers stand out. */
export interface MapColours {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly stateBorder: string;
  readonly label: string;
  readonly halo: string;
  /** What is drawn over the map. */
  readonly sketch: string;
}

interface PaletteColours {
  readonly scheme: 'dark' | 'light';
  readonly surfaces: readonly [string, string, string];
  readonly border: string;
  readonly controlBorder: string;
  readonly textDim: string;
  readonly accentText: string;
}

export function mapColours(palette: PaletteColours): MapColours {
  const { scheme, surfaces, border, controlBorder, textDim, accentText } = palette;
  const [page, , raised] = surfaces;
  // Water is the darker of the two on every palette.
  const water = scheme === 'dark' ? page : border;
  const lines = { border: controlBorder, stateBorder: border, sketch: accentText };
  return { water, land: raised, ...lines, label: textDim, halo: raised };
}
