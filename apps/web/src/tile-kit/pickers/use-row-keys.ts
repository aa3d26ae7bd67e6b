import { type KeyboardEvent, useState } from 'react';
import { pressKey } from '#ui/keys.ts';

const PAGE_ROWS = 9;

interface RowKeys {
  activeIndex: number;
  setActiveIndex: (index: number) => void;
  /** For the field that keeps the focus; answers whether the key was one of these. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

/** Moves an active row by arrow and page keys, and chooses it by Enter (WAI-ARIA combobox pattern). */
export function useRowKeys(rowCount: number, onEnter: (index: number) => void): RowKeys {
  const [index, setActiveIndex] = useState(0);
  const activeIndex = Math.min(index, Math.max(0, rowCount - 1));

  function onKeyDown(event: KeyboardEvent): boolean {
    const last = Math.max(0, rowCount - 1);
    const to = (next: number) => () => setActiveIndex(next);
    return pressKey(event, {
      ArrowDown: to(activeIndex >= last ? 0 : activeIndex + 1),
      ArrowUp: to(activeIndex <= 0 ? last : activeIndex - 1),
      PageDown: to(Math.min(last, activeIndex + PAGE_ROWS)),
      PageUp: to(Math.max(0, activeIndex - PAGE_ROWS)),
      // Where there is no row it must not send the form.
      Enter: () => {
        if (rowCount > 0) onEnter(activeIndex);
      },
    });
  }
  return { activeIndex, setActiveIndex, onKeyDown };
}
