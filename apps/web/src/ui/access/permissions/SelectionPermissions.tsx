import { type ownership, permissionsOfFlags } from '@telltale/contract';
import { useMemo } from 'react';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import type { Selection } from '../columns/ItemColumn.tsx';
import type { RelationIndex } from '../relations.ts';
import type { NamedPermissions } from './ComparedGroup.tsx';
import { EffectivePermissions } from './EffectivePermissions.tsx';
import { PermissionEditor, type SavePermissions } from './PermissionEditor.tsx';

interface SelectionPermissionsProps {
  userGroups: readonly ownership.UserGroup[];
  index: RelationIndex;
  selection: Selection | undefined;
  isHeld: (permissionId: number) => boolean;
  /** The group that a selected one is compared with. */
  comparedId: number | undefined;
  onCompare: (groupId: number | undefined) => void;
  onSave: (userGroupId: number, ...what: Parameters<SavePermissions>) => ReturnType<SavePermissions>;
  onChanged: (isChanged: boolean) => void;
}

/**
 * The permissions of what is selected: those of a user group can be changed, those of a user are read-only (spec 2 §6),
 * and groups of assets and assets have none of their own.
 */
export function SelectionPermissions({ userGroups, index, selection, ...props }: SelectionPermissionsProps) {
  const sets = useMemo(
    () =>
      new Map(
        userGroups.map(({ userGroupId, userGroupName, permissionGroups }): [number, NamedPermissions] => [
          userGroupId as number,
          {
            id: userGroupId as number,
            name: userGroupName,
            permissions: new Set(permissionsOfFlags(permissionGroups)),
          },
        ]),
      ),
    [userGroups],
  );
  const item = selection?.item;
  const groups = useMemo(
    () =>
      item?.kind === 'user'
        ? index
            .neighbours(item, 'right')
            .map((id) => sets.get(id))
            .filter((group) => group !== undefined)
        : [],
    [item, index, sets],
  );

  const own = item?.kind === 'userGroup' ? sets.get(item.id) : undefined;
  if (item && own) {
    return (
      <PermissionEditor
        key={item.id}
        header={own.name}
        saved={own.permissions}
        others={[...sets.values()].filter(({ id }) => id !== item.id)}
        comparedId={props.comparedId}
        onCompare={props.onCompare}
        isHeld={props.isHeld}
        onSave={(flags, before) => props.onSave(item.id, flags, before)}
        onChanged={props.onChanged}
      />
    );
  }
  if (selection && item?.kind === 'user') return <EffectivePermissions header={selection.name} groups={groups} />;
  return (
    <EmptyState title="Select a user group or a user.">
      A user group’s permissions can be changed; a user’s are the union over the groups.
    </EmptyState>
  );
}
