import type { ownership } from '@telltale/contract';
import { type ReactNode, useMemo } from 'react';
import type { AlertLevel } from '#pages/administration/ownership-changes.ts';
import type { Selection } from '#ui/access/columns/ItemColumn.tsx';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import type { ItemKind } from '#ui/access/ownership.ts';
import { AlertMenu } from './AlertMenu.tsx';
import { ItemMenu } from './ItemMenu.tsx';
import type { ItemActions } from './use-item-actions.ts';

const NOT_TOLD: AlertLevel = { severityMin: 0, online: false, offline: false };

type RowActions = (item: ListItem, isActive: boolean) => ReactNode;

interface RowActionsInput {
  actions: ItemActions;
  alerts: readonly ownership.Alert[];
  selection: Selection | undefined;
}

/** The buttons on the rows of each column. They stay the same while nothing changes that they show. */
export function useRowActions({ actions, alerts, selection }: RowActionsInput) {
  const group = selection?.item.kind === 'userGroup' ? selection : undefined;
  const menus = useMemo((): Readonly<Record<ItemKind, RowActions>> => {
    const menu =
      (kind: ItemKind): RowActions =>
      (item, isActive) => <ItemMenu kind={kind} item={item} isActive={isActive} actions={actions} />;
    return { user: menu('user'), userGroup: menu('userGroup'), assetGroup: menu('assetGroup'), asset: menu('asset') };
  }, [actions]);
  return useMemo((): Readonly<Record<ItemKind, RowActions>> => {
    const levels = new Map(
      alerts
        .filter(({ userGroupId }) => userGroupId === group?.item.id)
        .map((one) => [one.assetGroupId as number, one]),
    );
    return {
      ...menus,
      assetGroup: (item, isActive) => (
        <>
          <AlertMenu
            assetGroup={item}
            userGroup={group}
            level={levels.get(item.id) ?? NOT_TOLD}
            isActive={isActive}
            onChange={actions.setAlert}
          />
          {menus.assetGroup(item, isActive)}
        </>
      ),
    };
  }, [actions, menus, alerts, group]);
}
