import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';

/** What a table saves as CSV when its menu is used, line by line. */
export async function exportedCsv(label: string): Promise<string[]> {
  const saved: Blob[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}` }));
  fireEvent.click(screen.getByRole('button', { name: `Export ${label}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export to CSV' }));
  const text = (await saved[0]?.text()) ?? '';
  return text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
}
