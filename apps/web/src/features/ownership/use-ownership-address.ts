import { useMemo } from 'react';
import { useAddressParams } from '#pages/use-address-params.ts';
import { type ItemKind, type ItemRef, itemKey, itemKinds, parseItemKey } from '#ui/access/ownership.ts';
import { parseUserFilter, type UserFilter } from './user-filters.ts';

const ownershipTabs = ['ownership', 'permissions', 'units'] as const;

export type OwnershipTabName = (typeof ownershipTabs)[number];

/**
 * Tab, admin unit, selected item and filters as the address holds them, so that they survive a reload and can be sent to
 * a colleague: `?tab=permissions&unit=3&select=userGroup-7&user=ada`.
 */
export function useOwnershipAddress() {
  const { params, set } = useAddressParams();
  // The same between renders: heads and lists that are handed them are not drawn anew for it.
  const changes = useMemo(
    () => ({
      setUserFilter: (filter: UserFilter | undefined) => set({ users: filter }),
      setTab: (tab: OwnershipTabName) => set({ tab: tab === 'ownership' ? undefined : tab }),
      setUnit: (adminId: number | undefined) =>
        set({
          unit: adminId?.toString(),
          select: undefined,
          ...Object.fromEntries(itemKinds.map((kind) => [kind, undefined])),
        }),
      openUnit: (adminId: number) => set({ unit: String(adminId), select: undefined, tab: undefined }),
      openPermissions: (item: ItemRef) => set({ tab: 'permissions', select: itemKey(item) }),
      select: (item: ItemRef | undefined) => set({ select: item && itemKey(item) }),
      setColumn: (kind: ItemKind) => set({ column: kind }),
      compare: (userGroupId: number | undefined) => set({ compare: userGroupId?.toString() }),
      setFilter: (kind: ItemKind, filter: string) => set({ [kind]: filter }),
    }),
    [set],
  );
  const unit = Number(params.get('unit'));
  return {
    ...changes,
    tab: ownershipTabs.find((tab) => tab === params.get('tab')) ?? 'ownership',
    adminId: Number.isSafeInteger(unit) && unit > 0 ? unit : undefined,
    selected: parseItemKey(params.get('select')),
    /** On a phone: the column that is shown. */
    column: itemKinds.find((kind) => kind === params.get('column')) ?? 'user',
    filterOf: (kind: ItemKind) => params.get(kind) ?? '',
    /** Which users are shown. */
    userFilter: parseUserFilter(params.get('users')),
    /** The user group that the selected one is compared with. */
    comparedId: parseItemKey(`userGroup-${params.get('compare') ?? ''}`)?.id,
  };
}

export type OwnershipAddress = ReturnType<typeof useOwnershipAddress>;
