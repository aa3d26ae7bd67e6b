import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { BEYOND_ROWS, type RowWindow, rowWindow, scrollTopFor } from './row-window.ts';

/** Until it was measured: about a screen. */
const UNMEASURED = { top: 0, left: 0, width: 1_440, height: 900 };
/** Columns are looked for anew whenever a table was scrolled sideways by so much. */
export const SIDEWAYS_PX = 64;

interface RowWindowOptions {
  count: number;
  rowHeight: number;
  headHeight: number;
  /** Whether not all columns are drawn either. */
  isWide: boolean;
  /** Rows drawn above and below those in sight, where they are dear. */
  beyondRows?: number;
}

export interface TableView {
  readonly setScroller: (element: HTMLDivElement | null) => void;
  readonly window: RowWindow;
  readonly left: number;
  readonly width: number;
  readonly scrollElement: HTMLDivElement | null;
  readonly scrollToIndex: (index: number) => void;
  /** Whether a row is known to be in sight as a whole; asking lays nothing out. */
  readonly isInSight: (index: number) => boolean;
}

/** Which part of a table is in sight: drawn anew when other rows come in. */
export function useRowWindow({ count, rowHeight, headHeight, isWide, ...options }: RowWindowOptions): TableView {
  const { beyondRows = BEYOND_ROWS } = options;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [view, setView] = useState(UNMEASURED);
  const viewHeight = Math.max(rowHeight, view.height - headHeight);
  const window = rowWindow(count, rowHeight, viewHeight, view.top, beyondRows);
  const step = window.scale === 1 ? rowHeight : 1;

  useLayoutEffect(() => {
    if (scroller === null) return;
    const look = () => {
      const { scrollTop, scrollLeft, clientWidth, clientHeight } = scroller;
      const next = {
        top: Math.floor(scrollTop / step) * step,
        left: isWide ? Math.floor(scrollLeft / SIDEWAYS_PX) * SIDEWAYS_PX : 0,
        width: clientWidth,
        height: clientHeight,
      };
      setView((last) =>
        last.top === next.top && last.left === next.left && last.width === next.width && last.height === next.height
          ? last
          : next,
      );
    };
    // Before the next frame: rows that come in late leave it blank.
    const scrolled = () => flushSync(look);
    const observer = new ResizeObserver(look);
    look();
    observer.observe(scroller);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', scrolled);
    };
  }, [scroller, step, isWide]);

  const scrollToIndex = (index: number) => {
    if (scroller === null) return;
    // As high as it is now: the state is behind where the list has just come.
    const heightNow = Math.max(rowHeight, scroller.clientHeight - headHeight);
    const to = scrollTopFor(index, rowHeight, heightNow, scroller.scrollTop, window);
    if (to !== scroller.scrollTop) scroller.scrollTop = to;
  };
  const isInSight = (index: number) => {
    const top = index * rowHeight - view.top;
    return view !== UNMEASURED && window.scale === 1 && top >= 0 && top + rowHeight <= viewHeight;
  };
  return { setScroller, window, left: view.left, width: view.width, scrollElement: scroller, scrollToIndex, isInSight };
}
