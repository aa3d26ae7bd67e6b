import { GRID } from '@telltale/contract';
import { type RefObject, useEffect, useState } from 'react';

/** Rows of a grid that are in the window or near it. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

const ROW_PX = GRID.rowHeight + GRID.margin;
/** Told in steps, so that a scroll draws the grid anew every few hundred pixels and not with each of them. */
const STEP = 30;
/** Rows beyond the window's edge, so that what scrolls in is there already. */
const AHEAD = 60;

/** The rows of the grid that are in sight while the page scrolls; all of them while `isActive` is false. */
export function useRowsInSight(grid: RefObject<HTMLElement | null>, isActive: boolean): RowRange | undefined {
  const [range, setRange] = useState<RowRange>();
  useEffect(() => {
    if (!isActive) {
      setRange(undefined);
      return;
    }
    const measure = () => {
      const top = -(grid.current?.getBoundingClientRect().top ?? 0) / ROW_PX;
      const from = Math.floor((top - AHEAD) / STEP) * STEP;
      const to = Math.ceil((top + window.innerHeight / ROW_PX + AHEAD) / STEP) * STEP;
      setRange((last) => (last?.from === from && last.to === to ? last : { from, to }));
    };
    measure();
    // Captured: whatever element scrolls.
    window.addEventListener('scroll', measure, { passive: true, capture: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure, { capture: true });
      window.removeEventListener('resize', measure);
    };
  }, [grid, isActive]);
  return isActive ? (range ?? { from: 0, to: AHEAD * 2 }) : undefined;
}
