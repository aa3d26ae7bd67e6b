import { Modal } from '@mantine/core';
import { ownership } from '@telltale/contract';
import { refusalOf } from '#api/api-error.ts';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { GroupForm, type GroupValues } from '#ui/access/GroupForm.tsx';
import type { ItemRef } from '#ui/access/ownership.ts';

interface NewGroupDialogProps {
  data: ownership.Ownership;
  /** The group that is chosen: a new one begins below it. */
  parentGroupId: number | undefined;
  changes: OwnershipChanges;
  onDone: (item: ItemRef) => void;
  onClose: () => void;
}

/** Creates an asset group, below the one that is chosen unless another is. */
export function NewGroupDialog({ data, parentGroupId, changes, onDone, onClose }: NewGroupDialogProps) {
  const create = async ({ name, description, parentGroupId: parent }: GroupValues) => {
    onDone(await changes.createAssetGroup(name, description, parent ?? ownership.ROOT_GROUP_ID));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="New asset group" size="md">
      <GroupForm
        kind="assetGroup"
        groupId={undefined}
        data={data}
        parentGroupId={parentGroupId ?? ownership.ROOT_GROUP_ID}
        onCancel={onClose}
        onSave={(values) => refusalOf(create(values))}
      />
    </Modal>
  );
}
