import { type RefObject, useLayoutEffect, useState } from 'react';
import type { TileSize } from './define-tile.ts';

/** The inner size of an element in whole CSS pixels; undefined until it was measured. */
export function useElementSize(ref: RefObject<HTMLElement | null>): TileSize | undefined {
  const [size, setSize] = useState<TileSize>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const width = Math.floor(entry.contentRect.width);
      const height = Math.floor(entry.contentRect.height);
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
