/** Colours of the map from the palette in force: quiet land and water, so that the markers stand out. */
export interface MapColours {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly stateBorder: string;
  readonly label: string;
  readonly halo: string;
}

interface PaletteColours {
  readonly scheme: 'dark' | 'light';
  readonly surfaces: readonly [string, string, string];
  readonly border: string;
  readonly controlBorder: string;
  readonly textDim: string;
}

export function mapColours({ scheme, surfaces, border, controlBorder, textDim }: PaletteColours): MapColours {
  const [page, , raised] = surfaces;
  // Water is the darker of the two on every palette.
  const water = scheme === 'dark' ? page : border;
  return { water, land: raised, border: controlBorder, stateBorder: border, label: textDim, halo: raised };
}
