import type { ownership } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { filteredUsers, parseUserFilter } from './user-filters.ts';

const NOW = Date.parse('2026-11-23T08:00:00Z');
const user = (userId: number, lastSeen: string | null, secondFactor = false) => ({ userId, lastSeen, secondFactor });
const records = {
  users: [user(1, '2026-11-22T08:00:00Z', true), user(2, '2026-08-20T08:00:00Z'), user(3, null)],
  userGroupUsers: [{ userGroupId: 9, userId: 1 }],
} as unknown as ownership.Ownership;

describe('filters of users', () => {
  it.each([
    ['ungrouped', [2, 3]],
    ['never', [3]],
    ['onefactor', [2, 3]],
    ['inactive', [2]],
  ] as const)('leave those who are %s', (filter, ids) => {
    expect([...filteredUsers(records, filter, NOW)]).toEqual(ids);
  });

  it('are read from the address, and nothing else is', () => {
    expect(parseUserFilter('never')).toBe('never');
    expect(parseUserFilter('constructor')).toBeUndefined();
    expect(parseUserFilter(null)).toBeUndefined();
  });
});
