/** A label's box on the screen, pixels. */
export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Which labels can be written without covering one that is written already, in the order given: `true` keeps it.
 * Boxes are sorted into columns as wide as the widest label, so that thousands stay cheap.
 */
export function labelsWithRoom(boxes: readonly LabelBox[]): boolean[] {
  const columnWidth = Math.max(1, ...boxes.map(({ width }) => width));
  const columns = new Map<number, LabelBox[]>();
  return boxes.map((box) => {
    const first = Math.floor(box.left / columnWidth);
    const last = Math.floor((box.left + box.width) / columnWidth);
    for (let column = first; column <= last; column++) {
      if (columns.get(column)?.some((other) => covers(other, box))) return false;
    }
    for (let column = first; column <= last; column++) {
      const inColumn = columns.get(column);
      if (inColumn === undefined) columns.set(column, [box]);
      else inColumn.push(box);
    }
    return true;
  });
}

function covers(a: LabelBox, b: LabelBox): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}
