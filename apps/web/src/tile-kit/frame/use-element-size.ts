import { type RefObject, useLayoutEffect, useState } from 'react';
import type { TileSize } from '../define-tile.ts';

/** The inner size of an element in whole CSS pixels; undefined until it was measured. */
export function useElementSize(ref: RefObject<HTMLElement | null>): TileSize | undefined {
  const [size, setSize] = useState<TileSize>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const take = (width: number, height: number) =>
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) take(Math.floor(entry.contentRect.width), Math.floor(entry.contentRect.height));
    });
    // The first time before anything is painted: waiting for the observer is a frame without content.
    if (element.clientWidth > 0) take(element.clientWidth, element.clientHeight);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
