/** Mean width of a character of a title as a share of its height, Inter medium. */
const CHARACTER = 0.56;
const LEAST_PX = 11;
/** Of a tile's width, at both sides of its title: the full-screen button stands in the corner. */
const BESIDE_PX = 44;

/**
 * The size of a title that is written whole where it can be: 'Main pump › Discharge pressure' cut after its slot says
 * nothing of what is measured.
 * @param widthPx of the tile within its edges
 */
export function fitTitle(title: string, sizePx: number, widthPx: number): number {
  const room = widthPx - BESIDE_PX;
  return Math.min(sizePx, Math.max(LEAST_PX, room / (Math.max(1, title.length) * CHARACTER)));
}
