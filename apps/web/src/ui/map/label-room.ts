/** A label's box on the screen, pixels. */
export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Which labels can be written without covering one that is written already, nor anything that stands there (markers, an
 * open bubble), in the order given: `true` keeps it.
 * Boxes are sorted into columns as wide as the widest label, so that thousands stay cheap.
 */
export function labelsWithRoom(boxes: readonly LabelBox[], taken: readonly LabelBox[] = []): boolean[] {
  const columnWidth = Math.max(1, ...boxes.map(({ width }) => width));
  const columns = new Map<number, LabelBox[]>();
  const columnsOf = ({ left, width }: LabelBox) => {
    const first = Math.floor(left / columnWidth);
    return Array.from({ length: Math.floor((left + width) / columnWidth) - first + 1 }, (_, index) => first + index);
  };
  const put = (box: LabelBox) => {
    for (const column of columnsOf(box)) {
      const inColumn = columns.get(column);
      if (inColumn === undefined) columns.set(column, [box]);
      else inColumn.push(box);
    }
  };
  taken.forEach(put);
  return boxes.map((box) => {
    const isFree = columnsOf(box).every((column) => !columns.get(column)?.some((other) => covers(other, box)));
    if (isFree) put(box);
    return isFree;
  });
}

function covers(a: LabelBox, b: LabelBox): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}
