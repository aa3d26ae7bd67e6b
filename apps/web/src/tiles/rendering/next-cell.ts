import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The button that an arrow key leads to from the one that has the focus, over empty cells; undefined: there is none. */
export function nextCell(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest('td');
  if (!step || !cell) return undefined;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('td')]);
  let row = rows.findIndex((cells) => cells.includes(cell));
  let column = rows[row]?.indexOf(cell) ?? -1;
  for (;;) {
    row += step[0];
    column += step[1];
    const next = rows[row]?.[column];
    if (!next) return undefined;
    const button = next.querySelector<HTMLElement>('button');
    if (button) return button;
  }
}
