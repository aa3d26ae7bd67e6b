/**
 * The first `count` of a list in an order, without sorting all of it: of 100,000 rows a page shows a few hundred. The list
 * is rearranged. The order must tell any two apart.
 */
export function firstInOrder<Row>(rows: Row[], count: number, compare: (a: Row, b: Row) => number): Row[] {
  let low = 0;
  let high = rows.length - 1;
  // Quickselect: what is before `count` afterwards is not after anything behind it.
  while (count < rows.length && low < high) {
    const pivot = medianOf(rows[low] as Row, rows[(low + high) >>> 1] as Row, rows[high] as Row, compare);
    let left = low;
    let right = high;
    while (left <= right) {
      while (compare(rows[left] as Row, pivot) < 0) left++;
      while (compare(rows[right] as Row, pivot) > 0) right--;
      if (left > right) break;
      [rows[left], rows[right]] = [rows[right] as Row, rows[left] as Row];
      left++;
      right--;
    }
    if (count - 1 <= right) high = right;
    else if (count - 1 >= left) low = left;
    else break;
  }
  return rows.slice(0, Math.max(0, count)).sort(compare);
}

function medianOf<Row>(a: Row, b: Row, c: Row, compare: (a: Row, b: Row) => number): Row {
  const [low, high] = compare(a, b) < 0 ? [a, b] : [b, a];
  if (compare(c, low) < 0) return low;
  return compare(c, high) > 0 ? high : c;
}
