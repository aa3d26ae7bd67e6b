import type { accessAnswers } from '@telltale/contract';

/** Groups by id; null stands for those that the portal does not name to this user. */
export interface GroupNames {
  of: (id: number | null) => string;
}

const UNNAMED = 'a group of an admin unit above';

export function userGroupNames({ userGroups }: Pick<accessAnswers.UserAccess, 'userGroups'>): GroupNames {
  return namesOf(userGroups.map(({ userGroupId, userGroupName }) => [userGroupId, userGroupName]));
}

export function assetGroupNames({ assetGroups }: Pick<accessAnswers.UserAccess, 'assetGroups'>): GroupNames {
  return namesOf(assetGroups.map(({ assetGroupId, assetGroupName }) => [assetGroupId, assetGroupName]));
}

function namesOf(entries: readonly (readonly [number, string])[]): GroupNames {
  const names = new Map(entries);
  return { of: (id) => (id === null ? undefined : names.get(id)) ?? UNNAMED };
}
