import { type PermissionAction, type PermissionGroup, permissionId } from '@telltale/contract';
import { includesPermission, useSessionStore } from '#session/session-store.ts';

/** What changes an asset itself; its files, alarms, events and commands are records beside it. */
const EDITS: readonly (readonly [PermissionGroup, PermissionAction])[] = [
  ['Assets', 'Modify'],
  ['Coordinates', 'Modify'],
  ['Coordinates', 'Delete'],
  ['Attributes', 'Create'],
  ['Attributes', 'Modify'],
  ['Attributes', 'Delete'],
  ['DataItems', 'Modify'],
];

/** What the panel of an asset is offered as: who may change nothing of the asset reads its details there. */
export function assetPanelWord(may: (permission: number) => boolean): 'Edit' | 'Details' {
  return EDITS.some(([group, action]) => may(permissionId(group, action))) ? 'Edit' : 'Details';
}

export function useAssetPanelWord(): 'Edit' | 'Details' {
  return useSessionStore(({ permissions }) => assetPanelWord((id) => includesPermission(permissions, id)));
}
