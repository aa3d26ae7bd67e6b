/** Browsers draw nothing beyond some 17 million pixels. */
const MOST_PX = 8_000_000;
/** Rows drawn above and below those in sight, so that none is missing while they scroll by. */
export const BEYOND_ROWS = 8;

export interface RowWindow {
  /** Pixels that the scroll bar goes over. */
  readonly height: number;
  /** The first row drawn, and how many. */
  readonly first: number;
  readonly count: number;
  /** Where the first row drawn stands; less than nothing near the beginning of a table that is scrolled in proportion. */
  readonly top: number;
  /** How many pixels of rows a pixel of the scroll bar is. */
  readonly scale: number;
}

/**
 * Which rows of a table are drawn. Tables higher than browsers can draw are scrolled through in proportion: a pixel of
 * the scroll bar is more than a pixel of rows, and the ends are still the ends.
 */
export function rowWindow(
  rows: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
  beyondRows = BEYOND_ROWS,
): RowWindow {
  const full = rows * rowHeight;
  const height = Math.min(full, MOST_PX);
  const scale = full > MOST_PX ? (full - viewHeight) / (height - viewHeight) : 1;
  const offset = Math.max(0, Math.min(scrollTop * scale, full - viewHeight));
  const inSight = Math.floor(offset / rowHeight);
  const beyond = scale === 1 ? beyondRows : 0;
  const first = Math.max(0, inSight - beyond);
  const count = Math.min(rows, inSight + Math.ceil(viewHeight / rowHeight) + 1 + beyond) - first;
  return {
    height,
    first,
    count,
    top: scale === 1 ? first * rowHeight : scrollTop - (offset - first * rowHeight),
    scale,
  };
}

export interface PlacedRows {
  readonly rows: readonly { readonly index: number; readonly gap: number }[];
  /** Pixels below the last row drawn. */
  readonly rest: number;
  /** Pixels that all rows are moved by, downwards. */
  readonly shift: number;
}

/**
 * The rows of a window below each other, each with the gap above it. The row with the focus is drawn wherever it is: the
 * focus would fall to the page if its row were not there while others scroll by.
 */
export function placeRows(window: RowWindow, rowHeight: number, rows: number, focused: number): PlacedRows {
  const { height, first, count, top, scale } = window;
  const end = first + count;
  const bottom = top + count * rowHeight;
  const placed: { index: number; gap: number }[] = [];
  let gap = Math.max(0, top);
  let rest = Math.max(0, height - bottom);
  if (focused < first && gap >= rowHeight) {
    const above = scale === 1 ? focused * rowHeight : 0;
    placed.push({ index: focused, gap: above });
    gap -= above + rowHeight;
  }
  for (let index = first; index < end; index++) placed.push({ index, gap: index === first ? gap : 0 });
  if (focused >= end && focused < rows && rest >= rowHeight) {
    const above = scale === 1 ? focused * rowHeight - bottom : rest - rowHeight;
    placed.push({ index: focused, gap: above });
    rest -= above + rowHeight;
  }
  return { rows: placed, rest, shift: Math.min(0, top) };
}

/** How far a table has to be scrolled so that a row is in sight. */
export function scrollTopFor(
  index: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
  { scale }: Pick<RowWindow, 'scale'>,
): number {
  const top = index * rowHeight;
  const offset = scrollTop * scale;
  if (top < offset) return Math.floor(top / scale);
  if (top + rowHeight > offset + viewHeight) return Math.ceil((top + rowHeight - viewHeight) / scale);
  return scrollTop;
}

/** The columns in sight, by the place where each begins; `places` has one more: the end of the last. */
export function columnWindow(places: readonly number[], scrollLeft: number, viewWidth: number): [number, number] {
  const count = places.length - 1;
  let first = 0;
  while (first < count - 1 && (places[first + 1] ?? 0) <= scrollLeft) first++;
  let last = first + 1;
  while (last < count && (places[last] ?? 0) < scrollLeft + viewWidth) last++;
  return [first, last];
}
