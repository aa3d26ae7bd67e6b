import { screen, within } from '@testing-library/react';

/** What the rows of the one table in sight say, their cells joined by bars; without its header. */
export function gridRows(): string[] {
  return within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent?.trim())
        .join('|'),
    );
}
