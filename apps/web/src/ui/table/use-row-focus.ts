import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

/**
 * One row of a virtual list takes the focus at a time, and the arrow keys move it; a row that is not drawn yet is
 * scrolled to first. Rows carry `data-index` and `tabIndex={index === active ? 0 : -1}`.
 */
export function useRowFocus(
  count: number,
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex' | 'scrollElement'>,
  onOpen: ((index: number) => void) | undefined,
  /** Items side by side in a row: then left and right move by one, up and down by a row. */
  columns = 1,
) {
  const [wanted, setActive] = useState(0);
  const awaited = useRef<number>(undefined);
  const active = Math.min(wanted, Math.max(count - 1, 0));

  useLayoutEffect(() => {
    if (awaited.current === undefined) return;
    const row = virtualizer.scrollElement?.querySelector<HTMLElement>(`[data-index="${awaited.current}"]`);
    if (!row) return;
    awaited.current = undefined;
    row.focus({ preventScroll: true });
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    awaited.current = next;
    setActive(next);
    virtualizer.scrollToIndex(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isRow(event.target)) return;
    const target = targetOf(event.key, active, count, columns);
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter' && onOpen) onOpen(active);
    else return;
    event.preventDefault();
  };

  return { active, setActive, onKeyDown };
}

function isRow(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset.index !== undefined;
}

function targetOf(key: string, active: number, count: number, columns: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + columns;
    case 'ArrowUp':
      return active - columns;
    case 'ArrowRight':
      return columns > 1 ? active + 1 : undefined;
    case 'ArrowLeft':
      return columns > 1 ? active - 1 : undefined;
    case 'PageDown':
      return active + PAGE * columns;
    case 'PageUp':
      return active - PAGE * columns;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
