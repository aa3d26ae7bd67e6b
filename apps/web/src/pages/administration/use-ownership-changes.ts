import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { messageOf } from '#api/api-error.ts';
import { adminUnitsQuery } from '#api/ownership-queries.ts';
import type { Link } from '#ui/access/links/links.ts';
import type { OwnedItems, UnitName } from '#ui/access/owned-items.ts';
import { type ItemKind, itemKinds } from '#ui/access/ownership.ts';
import { toast } from '#ui/feedback/toast.ts';
import { OwnershipChanges } from './ownership-changes.ts';

/** The changes of an admin unit. */
export function useOwnershipChanges(adminId: number): OwnershipChanges {
  const client = useQueryClient();
  return useMemo(() => new OwnershipChanges(client, adminId), [client, adminId]);
}

/** Waits for a change; says what the portal said when it refused. Answers whether it went well. */
export async function didWell(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    toast(messageOf(error), 'error');
    return false;
  }
}

const leftKind: Readonly<Record<Link['list'], ItemKind>> = {
  userGroupUsers: 'user',
  userGroupAssetGroups: 'userGroup',
  assetGroupAssets: 'assetGroup',
};

/** Links and unlinks, and says what was done: a drop may have landed one row beside the one that was meant. */
export function useLinkChanges(changes: OwnershipChanges, items: OwnedItems) {
  const onLinks = useCallback(
    async (links: readonly Link[], change: 'add' | 'remove') => {
      const [first] = links;
      if (first === undefined || !(await didWell(changes.link(links, change)))) return;
      const kind = leftKind[first.list];
      const nameOf = (of: ItemKind, id: number) => items[of].find((item) => item.id === id)?.name ?? '';
      const rightKind = itemKinds[itemKinds.indexOf(kind) + 1] as ItemKind;
      const verb = change === 'add' ? 'linked' : 'unlinked';
      toast(
        links.length === 1
          ? `${nameOf(kind, first.left)} and ${nameOf(rightKind, first.right)} were ${verb}.`
          : `${links.length.toLocaleString('en')} links were ${change === 'add' ? 'made' : 'removed'}.`,
      );
    },
    [changes, items],
  );
  const onLink = useCallback((link: Link) => void onLinks([link], 'add'), [onLinks]);
  return { onLink, onLinks };
}

/** The names of the admin units but the one that is shown, whose name would only repeat itself. */
export function useUnitName(shownAdminId: number): UnitName {
  const { data } = useQuery(adminUnitsQuery);
  return useMemo(() => {
    const names = new Map(data?.map(({ adminId, adminName }) => [adminId as number, adminName]));
    return (adminId) => (adminId === shownAdminId ? undefined : names.get(adminId));
  }, [data, shownAdminId]);
}
