import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * For a virtual list: its rows in view, and the row with the focus wherever that is. The focus would fall to the page if
 * its row were not drawn while others scroll by.
 */
export function keepDrawn(focused: { readonly current: number }): (range: Range) => number[] {
  return (range) => {
    const indexes = defaultRangeExtractor(range);
    const isMissing = focused.current < range.count && !indexes.includes(focused.current);
    return isMissing ? [...indexes, focused.current].sort((a, b) => a - b) : indexes;
  };
}
