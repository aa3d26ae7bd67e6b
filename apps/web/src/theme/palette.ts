import { z } from 'zod';
import calm from '../../../../config/palette-calm.json';
import dark from '../../../../config/palette-dark.json';
import light from '../../../../config/palette-light.json';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #1f2a33');

/** A palette file, `/config/palette-dark.json` and its sisters: what an operator may repaint. */
export const paletteSchema = z.object({
  name: z.string(),
  /** Whether text is light on dark or dark on light; native controls and scrollbars follow it. */
  scheme: z.enum(['dark', 'light']),
  /** Page, panels on it, and what is raised above both. */
  surfaces: z.tuple([colour, colour, colour]),
  hover: colour,
  border: colour,
  /** Edges of inputs: they must be found, so they keep 3:1 against the surfaces. */
  controlBorder: colour,
  text: colour,
  textDim: colour,
  accent: colour,
  /** The accent where it is text. */
  accentText: colour,
  /** Text on the accent. */
  onAccent: colour,
  good: colour,
  uncertain: colour,
  bad: colour,
  /** Lines of charts, in order. */
  series: z.array(colour).min(1),
});
export type Palette = z.infer<typeof paletteSchema>;

/** Names as they are stored in the browser and served below /config (spec 2 §2.2). */
export const themeNames = ['palette-dark', 'palette-light', 'palette-calm'] as const;
export type ThemeName = (typeof themeNames)[number];

export const DEFAULT_THEME: ThemeName = 'palette-dark';

/** The palettes as shipped: used until the portal's own have arrived, and instead of one that cannot be read. */
export const shippedPalettes: Readonly<Record<ThemeName, Palette>> = {
  'palette-dark': paletteSchema.parse(dark),
  'palette-light': paletteSchema.parse(light),
  'palette-calm': paletteSchema.parse(calm),
};

export function isThemeName(value: unknown): value is ThemeName {
  return themeNames.some((name) => name === value);
}
