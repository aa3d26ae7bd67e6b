import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { pressKey } from '#ui/keys.ts';

/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

/** A list of which only a part is drawn. */
interface ScrolledList {
  readonly scrollElement: HTMLElement | null;
  readonly scrollToIndex: (index: number) => void;
}

/**
 * One row of a virtual list takes the focus at a time, and the arrow keys move it; a row that is not drawn yet is
 * scrolled to first. Rows carry `data-index` and `tabIndex={index === active ? 0 : -1}`.
 */
export function useRowFocus(
  count: number,
  list: ScrolledList,
  onOpen: ((index: number) => void) | undefined,
  /** Items side by side in a row: then left and right move by one, up and down by a row. */
  columns = 1,
) {
  const [wanted, setActive] = useState(0);
  const awaited = useRef<number>(undefined);
  const active = Math.min(wanted, Math.max(count - 1, 0));

  useLayoutEffect(() => {
    if (awaited.current === undefined) return;
    const row = list.scrollElement?.querySelector<HTMLElement>(`[data-index="${awaited.current}"]`);
    if (!row) return;
    awaited.current = undefined;
    row.focus({ preventScroll: true });
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    awaited.current = next;
    setActive(next);
    list.scrollToIndex(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isRow(event.target)) return;
    const by = (step: number) => () => moveTo(active + step);
    pressKey(event, {
      ArrowDown: by(columns),
      ArrowUp: by(-columns),
      ArrowRight: columns > 1 ? by(1) : undefined,
      ArrowLeft: columns > 1 ? by(-1) : undefined,
      PageDown: by(PAGE * columns),
      PageUp: by(-PAGE * columns),
      Home: () => moveTo(0),
      End: () => moveTo(count - 1),
      Enter: onOpen && (() => onOpen(active)),
    });
  };

  return { active, setActive, onKeyDown };
}

function isRow(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset.index !== undefined;
}
