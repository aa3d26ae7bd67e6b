import type { Cell } from '#sqlite/messages.ts';

const SHOWN_BYTES = 12;

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A value as it stands in a table. NULL is told apart from an empty text by its looks. */
export function cellText(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (!(cell instanceof Uint8Array)) return String(cell);
  const beginning = hexOf(cell.subarray(0, SHOWN_BYTES));
  return `${cell.length} bytes${cell.length === 0 ? '' : `: ${beginning}${cell.length > SHOWN_BYTES ? '…' : ''}`}`;
}
