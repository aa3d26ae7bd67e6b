import type { KeyboardEvent } from 'react';

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
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case 'Enter':
      actions.select();
      return true;
    case ' ':
      actions.pickUpOrDrop();
      return true;
    case 'Escape':
      actions.cancel();
      return true;
    case '+':
    case 'Insert':
      return perform(actions.link);
    case '-':
      return perform(actions.unlink);
    case 'F2':
      return perform(actions.rename);
    case 'Delete':
      return perform(actions.remove);
    case 'ArrowLeft':
      return focusNeighbour(event.currentTarget, -1);
    case 'ArrowRight':
      return focusNeighbour(event.currentTarget, 1);
    default:
      return false;
  }
}

function perform(action: (() => void) | undefined): boolean {
  action?.();
  return action !== undefined;
}

/** Moves the focus to the row of the next column that has the place of its focus. */
function focusNeighbour(grid: HTMLElement, step: number): boolean {
  const grids = [...document.querySelectorAll<HTMLElement>('[data-access-grid]')];
  const next = grids[grids.indexOf(grid) + step];
  const row = next?.querySelector<HTMLElement>('[data-index][tabindex="0"]');
  row?.focus();
  return row != null;
}
