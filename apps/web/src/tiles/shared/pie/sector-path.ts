const FULL = 0.99999;

/** SVG path of a ring's sector around 0,0; angles as shares of a turn, clockwise from the top. */
export function sectorPath(start: number, share: number, outer: number, inner: number): string {
  // An arc whose ends are the same point is not drawn at all.
  const end = start + Math.min(share, FULL);
  const isLarge = share > 0.5 ? 1 : 0;
  const [outerStart, outerEnd] = [pointAt(start, outer), pointAt(end, outer)];
  const [innerStart, innerEnd] = [pointAt(start, inner), pointAt(end, inner)];
  return [
    `M${outerStart}`,
    `A${outer},${outer} 0 ${isLarge} 1 ${outerEnd}`,
    `L${innerEnd}`,
    `A${inner},${inner} 0 ${isLarge} 0 ${innerStart}Z`,
  ].join('');
}

function pointAt(turn: number, radius: number): string {
  const angle = turn * 2 * Math.PI;
  return `${(radius * Math.sin(angle)).toFixed(3)},${(-radius * Math.cos(angle)).toFixed(3)}`;
}
