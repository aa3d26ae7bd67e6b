const BUBBLE_MARGIN_PX = 6;
/** What stands over the top of a map: its title and buttons. */
const HEAD_PX = 46;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How far a bubble reaches out of the map, pixels to the right and down: the map moves by so much. */
export function reachOut(bubble: Box, map: Box): [number, number] {
  const x = beyond([bubble.left, bubble.right], [map.left + BUBBLE_MARGIN_PX, map.right - BUBBLE_MARGIN_PX]);
  const y = beyond([bubble.top, bubble.bottom], [map.top + HEAD_PX, map.bottom - BUBBLE_MARGIN_PX]);
  return [x, y];
}

/** How far a span reaches out of another; where it reaches out on both sides, what comes first is kept. */
function beyond([from, to]: [number, number], [start, end]: [number, number]): number {
  const before = from - start;
  if (before < 0) return before;
  return Math.max(0, Math.min(to - end, before));
}
