interface Point {
  left: number;
  top: number;
}

interface PlaceRequest {
  /** Where the crosshair stands on the plot. */
  at: Point;
  box: { width: number; height: number };
  plot: { width: number; height: number };
  /** Points of the lines under the crosshair: the box must not lie on them. */
  points: readonly Point[];
}

/** Distance of the box from the crosshair, and the steps in which it makes way (spec 1 §9). */
export const OFFSET_PX = 20;
const STEP_PX = 3;
/** A dot's radius, with its rim. */
const DOT_PX = 5;

/**
 * Where the tooltip goes: beside the crosshair, on the right if there is room, else on the left. Where neither side has
 * room it covers the crosshair, and moves up or down in small steps until it lies on none of the points.
 */
export function placeTooltip({ at, box, plot, points }: PlaceRequest): Point {
  const right = at.left + OFFSET_PX;
  const left = at.left - OFFSET_PX - box.width;
  const lowest = Math.max(0, plot.height - box.height);
  const top = Math.max(0, Math.min(at.top - box.height / 2, lowest));
  if (right + box.width <= plot.width) return { left: right, top };
  if (left >= 0) return { left, top };
  const x = Math.max(0, Math.min(at.left - box.width / 2, plot.width - box.width));
  const covers = (y: number) =>
    points.some(
      (point) =>
        point.left + DOT_PX > x &&
        point.left - DOT_PX < x + box.width &&
        point.top + DOT_PX > y &&
        point.top - DOT_PX < y + box.height,
    );
  for (let distance = 0; distance <= plot.height; distance += STEP_PX) {
    for (const y of [top - distance, top + distance])
      if (y >= 0 && y <= lowest && !covers(y)) return { left: x, top: y };
  }
  return { left: x, top };
}
