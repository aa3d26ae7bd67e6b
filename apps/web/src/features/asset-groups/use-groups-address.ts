import { useAddressParams } from '#pages/use-address-params.ts';
import { type ItemKind, type ItemRef, itemKey, parseItemKey } from '#ui/access/ownership.ts';

const paneNames = ['tree', 'tiles', 'relations'] as const;

export type PaneName = (typeof paneNames)[number];

/**
 * Tab, chosen group, selected item and filters as the address holds them:
 * `?group=7&select=asset-12&asset=pump&show=all`.
 */
export function useGroupsAddress() {
  const { params, set } = useAddressParams();
  const group = parseItemKey(`assetGroup-${params.get('group') ?? ''}`);
  return {
    tab: params.get('tab') === 'permissions' ? ('permissions' as const) : ('groups' as const),
    groupId: group?.id,
    selected: parseItemKey(params.get('select')),
    /** Whether the tiles are those of the chosen group only. */
    isGroupOnly: params.get('show') === 'group',
    /** On a phone: which of the three panes is shown. */
    pane: paneNames.find((pane) => pane === params.get('pane')) ?? 'tree',
    filterOf: (kind: ItemKind) => params.get(kind) ?? '',
    setTab: (tab: 'groups' | 'permissions') => set({ tab: tab === 'groups' ? undefined : tab }),
    /** A group that is chosen is selected as well; anything else leaves the chosen group as it is. */
    select: (item: ItemRef | undefined) =>
      set({
        select: item && itemKey(item),
        ...(item?.kind === 'assetGroup' ? { group: String(item.id) } : {}),
      }),
    clearGroup: () => set({ group: undefined, select: undefined, show: undefined }),
    setGroupOnly: (isGroupOnly: boolean) => set({ show: isGroupOnly ? 'group' : undefined }),
    setPane: (pane: PaneName) => set({ pane }),
    /** The user group that the selected one is compared with. */
    comparedId: parseItemKey(`userGroup-${params.get('compare') ?? ''}`)?.id,
    compare: (userGroupId: number | undefined) => set({ compare: userGroupId?.toString() }),
    setFilter: (kind: ItemKind, filter: string) => set({ [kind]: filter }),
  };
}

export type GroupsAddress = ReturnType<typeof useGroupsAddress>;
