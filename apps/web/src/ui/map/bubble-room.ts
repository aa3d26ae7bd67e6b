const BUBBLE_MARGIN_PX = 6;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * How far a bubble reaches out of the map, pixels to the right and down: the map moves by so much. What stands over the
 * top of the map is the scroll padding of its element: the one length that a style can say in any unit and a script reads in pixels.
 */
export function reachOut(bubble: Box, element: HTMLElement): [number, number] {
  const map = element.getBoundingClientRect();
  const headPx = Number.parseFloat(getComputedStyle(element).scrollPaddingTop) || 0;
  const x = beyond([bubble.left, bubble.right], [map.left + BUBBLE_MARGIN_PX, map.right - BUBBLE_MARGIN_PX]);
  const y = beyond([bubble.top, bubble.bottom], [map.top + headPx, map.bottom - BUBBLE_MARGIN_PX]);
  return [x, y];
}

/** How far a span reaches out of another; where it reaches out on both sides, what comes first is kept. */
function beyond([from, to]: [number, number], [start, end]: [number, number]): number {
  const before = from - start;
  if (before < 0) return before;
  return Math.max(0, Math.min(to - end, before));
}
