import { expect, it } from 'vitest';
import { backupName, type FoundBackup, isDue, namesToRemove, timeOfBackup } from './backup-plan.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 23, 8, 45, 7);

function found(daysAgo: number, state: 'verified' | 'complete' | 'half' = 'verified'): FoundBackup {
  const timeMs = NOW_MS - daysAgo * DAY_MS;
  return { name: backupName(timeMs), timeMs, isComplete: state !== 'half', isVerified: state === 'verified' };
}

it('names a backup by its second, and knows its own names', () => {
  expect(backupName(NOW_MS)).toBe('telltale-20261123T084507Z');
  expect(timeOfBackup('telltale-20261123T084507Z')).toBe(NOW_MS);
  for (const other of ['telltale-20261123T084507Z.verified', 'my backup', 'telltale-', 'telltale-2026T1Z']) {
    expect(timeOfBackup(other)).toBeUndefined();
  }
});

it.each([
  ['there is none', [], true],
  ['the last one is of an hour ago', [found(1 / 24)], false],
  ['the last one is of yesterday, to the minute', [found(1)], true],
  ['the last one was never verified', [found(1 / 24, 'complete'), found(1.1)], true],
  ['only half of one is there', [found(1 / 24, 'half')], true],
  ['the last one is of tomorrow', [found(-1)], true],
] as const)('makes one when %s: %o', (_what, backups, expected) => {
  expect(isDue(backups, NOW_MS)).toBe(expected);
});

it('keeps the newest that can be restored, and removes what is older, halves too', () => {
  const backups = [found(0), found(1), found(2), found(3), found(2.5, 'half'), found(0.5, 'complete')];
  const removed = namesToRemove(backups, 2);
  expect(removed.toSorted()).toEqual([found(2), found(3), found(2.5), found(0.5)].map(({ name }) => name).toSorted());
});

it('removes nothing while none can be restored, and nothing that is newer than the newest of them', () => {
  expect(namesToRemove([found(0, 'half'), found(1, 'complete')], 1)).toEqual([]);
  expect(namesToRemove([found(0, 'half'), found(1)], 1)).toEqual([]);
});
