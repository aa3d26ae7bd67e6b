import { type KeyboardEvent, useState } from 'react';

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
    const next = nextIndex(event.key, activeIndex, rowCount);
    if (next !== undefined) setActiveIndex(next);
    else if (event.key === 'Enter' && rowCount > 0) onEnter(activeIndex);
    else if (event.key !== 'Enter') return false;
    event.preventDefault();
    return true;
  }
  return { activeIndex, setActiveIndex, onKeyDown };
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  const last = Math.max(0, count - 1);
  switch (key) {
    case 'ArrowDown':
      return index >= last ? 0 : index + 1;
    case 'ArrowUp':
      return index <= 0 ? last : index - 1;
    case 'PageDown':
      return Math.min(last, index + PAGE_ROWS);
    case 'PageUp':
      return Math.max(0, index - PAGE_ROWS);
    default:
      return undefined;
  }
}
