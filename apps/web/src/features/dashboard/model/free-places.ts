import type { TilePlace } from './layout.ts';

type Size = Pick<TilePlace, 'w' | 'h'>;

/**
 * Where new tiles fit without moving any other: each as high up as its width allows, then as far left. Nothing is put
 * below a tile's edge into a gap that the upward packing would not keep.
 * @param layout packed upwards, as the grid draws it
 * @param columns of the grid; wider tiles get all of them
 */
export function freePlaces(
  layout: readonly TilePlace[],
  sizes: readonly Size[],
  columns: number,
): Omit<TilePlace, 'i'>[] {
  const skyline = new Array<number>(columns).fill(0);
  const build = ({ x, y, w, h }: Omit<TilePlace, 'i'>) => {
    for (let column = x; column < Math.min(columns, x + w); column++) {
      skyline[column] = Math.max(skyline[column] ?? 0, y + h);
    }
  };
  for (const place of layout) build(place);
  return sizes.map(({ w, h }) => {
    const width = Math.min(columns, w);
    let place = { x: 0, y: Number.POSITIVE_INFINITY, w: width, h };
    for (let x = 0; x + width <= columns; x++) {
      const y = Math.max(...skyline.slice(x, x + width));
      if (y < place.y) place = { x, y, w: width, h };
    }
    build(place);
    return place;
  });
}
