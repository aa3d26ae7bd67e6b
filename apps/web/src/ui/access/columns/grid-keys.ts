import type { KeyboardEvent } from 'react';
import { pressKey } from '#ui/keys.ts';

interface GridActions {
  select: () => void;
  pickUpOrDrop: () => void;
  cancel: () => void;
  link: (() => void) | undefined;
  unlink: (() => void) | undefined;
  rename: (() => void) | undefined;
  remove: (() => void) | undefined;
}

/** Does what a key on a row asks for; answers whether it did something. The arrow keys up and down are the list's own. */
export function gridKeyAction(event: KeyboardEvent<HTMLElement>, actions: GridActions): boolean {
  return pressKey(event, {
    Enter: actions.select,
    ' ': actions.pickUpOrDrop,
    Escape: actions.cancel,
    '+': actions.link,
    Insert: actions.link,
    '-': actions.unlink,
    F2: actions.rename,
    Delete: actions.remove,
    ArrowLeft: () => focusNeighbour(event.currentTarget, -1),
    ArrowRight: () => focusNeighbour(event.currentTarget, 1),
  });
}

/** Moves the focus to the row of the next column that has the place of its focus. */
function focusNeighbour(grid: HTMLElement, step: number): boolean {
  const grids = [...document.querySelectorAll<HTMLElement>('[data-access-grid]')];
  const next = grids[grids.indexOf(grid) + step];
  const row = next?.querySelector<HTMLElement>('[data-index][tabindex="0"]');
  row?.focus();
  return row != null;
}
