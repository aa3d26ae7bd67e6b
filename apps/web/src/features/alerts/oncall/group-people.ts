import type { ownership, UserGroupId } from '@telltale/contract';

/** The users of a group, to choose from. */
export function choicesOf(
  { users, userGroupUsers }: ownership.Ownership,
  userGroupId: UserGroupId | number,
): { value: string; label: string }[] {
  const inGroup = new Set(
    userGroupUsers.filter((link) => link.userGroupId === userGroupId).map(({ userId }) => userId),
  );
  return users
    .filter(({ userId }) => inGroup.has(userId))
    .map(({ userId, username }) => ({ value: String(userId), label: username }));
}
