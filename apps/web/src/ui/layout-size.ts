import type { LayoutSize } from '@telltale/contract';
import { useSyncExternalStore } from 'react';

/** Spec 2 §2.2: below 768 is xxs, 768 to 1199 is sm, from 1200 on lg. */
export function layoutSizeOf(widthPx: number): LayoutSize {
  if (widthPx < 768) return 'xxs';
  return widthPx < 1200 ? 'sm' : 'lg';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The layout size of the window; renders only when it changes. */
export function useLayoutSize(): LayoutSize {
  return useSyncExternalStore(subscribe, () => layoutSizeOf(window.innerWidth));
}
