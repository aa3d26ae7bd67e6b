import { NO_VALUE } from './number.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in B, KB, MB, GB or TB with one decimal (spec 1 §2); a number of bytes is whole and has none. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return NO_VALUE;
  let size = bytes;
  let unit = 0;
  // 1023.95 would be written 1024.0: the next unit is due where the written number reaches 1024.
  while (unit < UNITS.length - 1 && Number(size.toFixed(1)) >= 1024) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
