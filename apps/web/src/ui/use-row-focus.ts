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
    const target = targetOf(event.key, active, count);
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

function targetOf(key: string, active: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + PAGE;
    case 'PageUp':
      return active - PAGE;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
