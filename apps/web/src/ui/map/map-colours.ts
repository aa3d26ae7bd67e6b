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
  readonly surfaces: readonly [string, string, string];
  readonly border: string;
  readonly controlBorder: string;
  readonly textDim: string;
}

export function mapColours({ surfaces, border, controlBorder, textDim }: PaletteColours): MapColours {
  const [water, , land] = surfaces;
  return { water, land, border: controlBorder, stateBorder: border, label: textDim, halo: land };
}
