import { z } from 'zod';
import {
  booleanField,
  choiceField,
  colourField,
  decimalsField,
  numberField,
  optionalNumberField,
  selectionFields,
  textField,
} from '#tiles/shared/settings/fields.ts';

export const GAUGE_STYLES = ['simple', 'default', 'dark'] as const;
export type GaugeStyle = (typeof GAUGE_STYLES)[number];

/** Bands of the data item's description, three of the tile's own (spec 1 §2), or none. */
export const GAUGE_BANDS = ['item', 'three', 'none'] as const;

/** Sliders of the editor (spec 1 §5); 18 is the normal size of all four texts. */
export const FONT_SIZE = { min: 12, max: 36, normal: 18 } as const;
export const MAX_BAR_WIDTH = 50;

/** Where the first two bands end on the default scale of 0 to 100 (spec 1 §9). */
export const DEFAULT_BAND_ENDS = [33, 66] as const;

const fontSizeField = () => numberField(FONT_SIZE.normal, FONT_SIZE);

export const gaugeSettingsSchema = z.object({
  ...selectionFields,
  /** '' shows the data item's alias or label. */
  name: textField(),
  /** '' shows the data item's own unit. */
  unit: textField(),
  /** Null, as for the two ends: as the data item has it. */
  decimals: decimalsField(),
  min: optionalNumberField(),
  max: optionalNumberField(),
  style: choiceField(GAUGE_STYLES, 'simple'),
  half: booleanField(false),
  bands: choiceField(GAUGE_BANDS, 'item'),
  /** Of the three: '' is the theme's green, yellow and red. */
  band1Color: colourField(),
  band2Color: colourField(),
  band3Color: colourField(),
  /** Null: at a third and two thirds of the range. */
  band1End: optionalNumberField(),
  band2End: optionalNumberField(),
  /** Width of the bands in percent of the dial's radius. */
  barWidth: numberField(11, { min: 1, max: MAX_BAR_WIDTH }),
  /** Degrees clockwise from the bottom of the dial where the scale starts; null: the scale is symmetric. */
  startAngle: optionalNumberField({ min: 0, max: 360 }),
  /** Degrees that the scale spans; null: 240, or 180 in half mode. */
  tickAngle: optionalNumberField({ min: 0, max: 360 }),
  titleFontSize: fontSizeField(),
  valueFontSize: fontSizeField(),
  unitFontSize: fontSizeField(),
  labelFontSize: fontSizeField(),
});

export type GaugeSettings = z.infer<typeof gaugeSettingsSchema>;

/** What says that somebody gave the gauge bands of its own, or ends that its three bands divide. */
const OWN_BANDS = ['band1Color', 'band2Color', 'band3Color', 'band1End', 'band2End', 'min', 'max'];

/** Bands were once stored as `band1` … `band3`, and every gauge had three. */
export function migrateGauge(bag: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const next = { ...bag };
  for (const band of ['band1', 'band2', 'band3'] as const) {
    const key = `${band}Color`;
    if (!(key in next) && typeof next[band] === 'string') next[key] = next[band];
  }
  if (!('bands' in next) && OWN_BANDS.some((key) => key in next)) next.bands = 'three';
  return next;
}
