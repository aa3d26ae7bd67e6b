import type { TileSize } from '#tile-kit/define-tile.ts';

/** Widths of characters as shares of the font's height, Inter semibold with tabular figures. */
const CHARACTER = 0.64;
const THIN_CHARACTER = 0.36;
const THIN = /[.,:;'’|·\s()ijlftrI]/u;
/** The unit stands beside the value at this share of its height, with a gap as wide as a thin character. */
const UNIT_SHARE = 0.42;
/** Of the height that there is, so that the values of a row are of one size although some have more digits. */
const VALUE_SHARE = 0.88;
const LABEL_SHARE = 0.27;
const LEAST_LABEL_PX = 11;
const MOST_LABEL_PX = 34;
const LEAST_VALUE_PX = 9;
/** Words are wrapped before they get smaller than this, and written smaller where not even one line has room. */
const LEAST_WORDS_PX = 14;
const LEAST_WRAPPED_PX = 11;
const WRAPPED_LINE = 1.2;
const MARKS_PX = 18;
const MOST_LINES = 4;
const LABEL_LINE = 1.3;
/** Beyond this a number is no easier to read from the other end of the room. */
const MOST_VALUE_PX = 360;
const LINE = 1.25;

export interface ValueFit {
  valuePx: number;
  unitPx: number;
  labelPx: number;
  /** Words too long for one line at a readable size are wrapped; figures never are, half a number is another one. */
  isWrapped: boolean;
  /** The whole text would be too small to read on one line: a number is written to fewer figures. */
  isTight: boolean;
  /** So many lines of them have room; the rest ends in an ellipsis. */
  lines: number;
}

/**
 * Font sizes that fill a tile with one value, its unit and its label. The width is reckoned from the number of
 * characters, in steps of two, so that a value which gains a digit rarely changes its size.
 */
export function fitValue(size: TileSize, text: string, unit: string, extraLines: number): ValueFit {
  const spare = Math.ceil(Math.max(4, text.length) / 2) * 2 - text.length;
  const units = unit === '' ? 0 : (widthOf(unit) + THIN_CHARACTER) * UNIT_SHARE;
  const byWidth = size.width / (widthOf(text) + spare * CHARACTER + units);
  // The label takes its share of the value's own height, the other lines a fixed one.
  const byHeight = (size.height - extraLines * MARKS_PX) / (LINE * (1 + LABEL_SHARE) + 0.15);
  const isWrapped = byWidth < LEAST_WORDS_PX && /\p{L}/u.test(text);
  // By the height alone: tiles of one row have labels of one size.
  const labelPx = clamp(byHeight * LABEL_SHARE, LEAST_LABEL_PX, MOST_LABEL_PX);
  const roomPx = size.height - labelPx * LABEL_LINE - extraLines * MARKS_PX;
  const wordsPx = clamp(roomPx / 2 / WRAPPED_LINE, LEAST_WRAPPED_PX, LEAST_WORDS_PX);
  const valuePx = clamp(isWrapped ? wordsPx : Math.min(byWidth, byHeight * VALUE_SHARE), LEAST_VALUE_PX, MOST_VALUE_PX);
  return {
    valuePx,
    unitPx: Math.max(9, valuePx * UNIT_SHARE),
    labelPx,
    isWrapped,
    isTight: byWidth < LEAST_VALUE_PX,
    lines: isWrapped ? clamp(Math.floor(roomPx / (valuePx * WRAPPED_LINE)), 1, MOST_LINES) : 1,
  };
}

/** Of a text, in heights of its font. */
function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (THIN.test(character) ? THIN_CHARACTER : CHARACTER), 0);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
