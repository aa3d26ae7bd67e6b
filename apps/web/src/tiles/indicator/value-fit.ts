import type { TileSize } from '#tile-kit/define-tile.ts';

/** Width of a character as a share of the font's height, Inter semibold with tabular figures. */
const CHARACTER = 0.62;
/** The unit stands beside the value at this share of its height. */
const UNIT_SHARE = 0.42;
const LABEL_SHARE = 0.3;
const LEAST_LABEL_PX = 11;
const MOST_LABEL_PX = 34;
const LEAST_VALUE_PX = 9;
/** Words are wrapped before they get smaller than this. */
const LEAST_WORDS_PX = 14;
/** Beyond this a number is no easier to read from the other end of the room. */
const MOST_VALUE_PX = 360;
const LINE = 1.25;

export interface ValueFit {
  valuePx: number;
  unitPx: number;
  labelPx: number;
  /** Words too long for one line at a readable size are wrapped; figures never are, half a number is another one. */
  isWrapped: boolean;
}

/**
 * Font sizes that fill a tile with one value, its unit and its label. The width is reckoned from the number of
 * characters, in steps of two, so that a value which gains a digit rarely changes its size.
 */
export function fitValue(size: TileSize, text: string, unit: string, extraLines: number): ValueFit {
  const characters = Math.ceil(Math.max(4, text.length) / 2) * 2;
  const units = unit === '' ? 0 : (unit.length + 0.6) * UNIT_SHARE;
  const byWidth = size.width / ((characters + units) * CHARACTER);
  // The label takes its share of the value's own height, the other lines a fixed one.
  const byHeight = (size.height - extraLines * 18) / (LINE * (1 + LABEL_SHARE) + 0.15);
  const isWrapped = byWidth < LEAST_WORDS_PX && /\p{L}/u.test(text);
  const valuePx = clamp(isWrapped ? LEAST_WORDS_PX : Math.min(byWidth, byHeight), LEAST_VALUE_PX, MOST_VALUE_PX);
  return {
    valuePx,
    unitPx: Math.max(9, valuePx * UNIT_SHARE),
    // By the height alone: tiles of one row have labels of one size.
    labelPx: clamp(byHeight * LABEL_SHARE, LEAST_LABEL_PX, MOST_LABEL_PX),
    isWrapped,
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
