import { Autocomplete, Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { findTile, isTileName, listTiles } from '#tiles/registry.ts';

interface AddByNameDialogProps {
  onAdd: (definition: TileDefinition) => void;
  onClose: () => void;
}

/** Adds a tile by any of the names its type has. */
export function AddByNameDialog({ onAdd, onClose }: AddByNameDialogProps) {
  const [name, setName] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const names = [...new Set(listTiles().flatMap(({ label, type, aliases }) => [label, type, ...aliases]))].sort();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isTileName(name)) onAdd(findTile(name));
    else setUnknown(true);
  }

  return (
    <Modal opened onClose={onClose} title="Add tile by name" size="sm">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Autocomplete
            label="Name"
            size="xs"
            data={names}
            limit={12}
            required
            data-autofocus
            error={isUnknown ? 'No tile type has this name.' : null}
            value={name}
            onChange={(next) => {
              setName(next);
              setUnknown(false);
            }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Add</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
