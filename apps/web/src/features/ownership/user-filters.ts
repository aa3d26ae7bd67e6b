import type { ownership } from '@telltale/contract';

const DAY_MS = 86_400_000;
const INACTIVE_DAYS = 90;

/** Which users the column shows, as the address has it. */
export const userFilters = {
  ungrouped: 'In no group',
  never: 'Never logged in',
  onefactor: 'No two-step login',
  inactive: `Inactive for ${INACTIVE_DAYS} days`,
} as const;

export type UserFilter = keyof typeof userFilters;

export function parseUserFilter(text: string | null): UserFilter | undefined {
  return (Object.keys(userFilters) as UserFilter[]).find((name) => name === text);
}

/** The users that a filter leaves; who never logged in is not inactive, but never was active. */
export function filteredUsers(
  { users, userGroupUsers }: Pick<ownership.Ownership, 'users' | 'userGroupUsers'>,
  filter: UserFilter,
  nowMs: number,
): ReadonlySet<number> {
  const grouped = new Set(userGroupUsers.map(({ userId }) => userId));
  const isShown: Record<UserFilter, (user: ownership.OwnedUser) => boolean> = {
    ungrouped: ({ userId }) => !grouped.has(userId),
    never: ({ lastSeen }) => lastSeen === null,
    onefactor: ({ secondFactor }) => !secondFactor,
    inactive: ({ lastSeen }) => lastSeen !== null && nowMs - Date.parse(lastSeen) > INACTIVE_DAYS * DAY_MS,
  };
  return new Set(users.filter(isShown[filter]).map(({ userId }) => userId));
}
