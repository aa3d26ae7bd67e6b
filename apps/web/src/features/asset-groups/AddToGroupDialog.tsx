import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ownership } from '@telltale/contract';
import { useState } from 'react';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import { GroupSelect } from '#ui/access/GroupSelect.tsx';

interface AddToGroupDialogProps {
  groups: readonly ownership.AssetGroup[];
  asset: ListItem | undefined;
  onAdd: (assetGroupId: number) => void;
  onClose: () => void;
}

/** Asks for the group that an asset is added to. */
export function AddToGroupDialog({ groups, asset, onAdd, onClose }: AddToGroupDialogProps) {
  const [groupId, setGroupId] = useState<number | null>(null);
  return (
    <Modal opened onClose={onClose} title={`Add ${asset?.name ?? 'asset'} to asset group`} size="sm">
      <Stack gap="sm">
        <GroupSelect label="Asset group" groups={groups} value={groupId} onChange={setGroupId} isChoice />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={groupId === null}
            onClick={() => {
              if (groupId !== null) onAdd(groupId);
              onClose();
            }}
          >
            Add
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
