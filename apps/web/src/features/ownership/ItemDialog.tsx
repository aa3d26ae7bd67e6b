import { Modal } from '@mantine/core';
import { ownership } from '@telltale/contract';
import { refusalOf } from '#api/api-error.ts';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { didWell } from '#pages/administration/use-ownership-changes.ts';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import { GroupForm, type GroupValues } from '#ui/access/GroupForm.tsx';
import { type ItemKind, type ItemRef, kindNames } from '#ui/access/ownership.ts';
import { changedFlags } from '#ui/access/permissions/permission-set.ts';
import { ResetLink } from './ResetLink.tsx';
import { UserForm } from './UserForm.tsx';

/** What is to be done: create one of a kind, change an item, or hand over the reset link of a user. */
export interface ItemDialogRequest {
  readonly kind: ItemKind;
  readonly item?: ListItem;
  readonly link?: string;
}

interface ItemDialogProps {
  request: ItemDialogRequest;
  data: ownership.Ownership;
  changes: OwnershipChanges;
  /** A new item is selected, so that it can be linked at once. */
  onDone: (item: ItemRef) => void;
  onMail: (userId: number, username: string) => void;
  onClose: () => void;
}

const NONE: ReadonlySet<number> = new Set();

/** Creates and changes users and groups. */
export function ItemDialog({ request: { kind, item, link }, data, changes, onDone, onMail, onClose }: ItemDialogProps) {
  const { one } = kindNames[kind];
  const title = link !== undefined ? `Reset link of ${item?.name}` : item ? `Edit ${one} ${item.name}` : `New ${one}`;
  const save = async (group: 'userGroup' | 'assetGroup', values: GroupValues) => {
    const made = await saveGroup(changes, group, item?.id, values);
    if (made) onDone(made);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      {link !== undefined ? <ResetLink link={link} username={item?.name ?? ''} onClose={onClose} /> : null}
      {link === undefined && kind === 'user' ? (
        <UserForm user={item} changes={changes} onDone={onDone} onMail={onMail} onClose={onClose} />
      ) : null}
      {kind === 'userGroup' || kind === 'assetGroup' ? (
        <GroupForm
          kind={kind}
          groupId={item?.id}
          data={data}
          onCancel={onClose}
          onSave={(values) => refusalOf(save(kind, values))}
        />
      ) : null}
    </Modal>
  );
}

async function saveGroup(
  changes: OwnershipChanges,
  kind: 'userGroup' | 'assetGroup',
  id: number | undefined,
  { name, description, parentGroupId, permissions }: GroupValues,
): Promise<ItemRef | undefined> {
  const parent = parentGroupId ?? ownership.ROOT_GROUP_ID;
  if (id === undefined) {
    if (kind === 'assetGroup') return changes.createAssetGroup(name, description, parent);
    const made = await changes.createUserGroup(name, description);
    // The group is there whatever becomes of its permissions: it is shown, and they are given in their tab.
    if (permissions) await didWell(changes.savePermissions(made.id, changedFlags(NONE, permissions), NONE));
    return made;
  }
  if (kind === 'userGroup') await changes.changeUserGroup(id, name, description);
  else await changes.changeAssetGroup(id, { assetGroupName: name, description, parentGroupId });
  return undefined;
}
