/** Browsers draw nothing beyond some 17 million pixels. */
const MOST_PX = 8_000_000;

export interface TableWindow {
  /** Pixels that the scroll bar goes over. */
  readonly height: number;
  /** The first row drawn, and how many. */
  readonly first: number;
  readonly count: number;
  /** Where the first row drawn stands. */
  readonly top: number;
}

/**
 * Which rows of a table are in sight. Tables higher than browsers can draw are scrolled through in proportion: a pixel of
 * the scroll bar is more than a pixel of rows, and the ends are still the ends.
 */
export function tableWindow(rows: number, rowHeight: number, viewHeight: number, scrollTop: number): TableWindow {
  const full = rows * rowHeight;
  const height = Math.min(full, MOST_PX);
  const scale = height <= viewHeight ? 1 : (full - viewHeight) / (height - viewHeight);
  const offset = Math.max(0, Math.min(scrollTop * scale, full - viewHeight));
  const first = Math.max(0, Math.floor(offset / rowHeight));
  const count = Math.min(rows - first, Math.ceil(viewHeight / rowHeight) + 1);
  return { height, first, count, top: scrollTop - (offset - first * rowHeight) };
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
