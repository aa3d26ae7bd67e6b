import type { TileDiff } from '@telltale/domain/dashboard/dashboard-diff.ts';

/** Each kind of change as a sign and a word: colour is never the only mark. */
export const changeWords: Readonly<Record<TileDiff['kind'], { sign: string; word: string }>> = {
  added: { sign: '+', word: 'added' },
  removed: { sign: '−', word: 'removed' },
  changed: { sign: '✎', word: 'changed' },
  moved: { sign: '↔', word: 'moved' },
  same: { sign: '', word: 'unchanged' },
};
