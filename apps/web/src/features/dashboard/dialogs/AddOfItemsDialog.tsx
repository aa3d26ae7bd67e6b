import { Button, Chip, Group, Input, Modal, Stack } from '@mantine/core';
import type { DataItemSelection } from '@telltale/contract';
import { type ReactNode, useRef, useState } from 'react';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { DataItemCheckList } from '#tile-kit/pickers/DataItemCheckList.tsx';
import { selectionKey } from '#tile-kit/pickers/data-item-options.ts';
import { useReadings } from '#tile-kit/readings/use-reading.ts';
import { findTile, listTiles } from '#tiles/registry.ts';
import { newId } from '../model/new-id.ts';
import { type PickedItems, tilesOfItems } from '../model/tiles-of-items.ts';
import { definitionOf } from '../screen/tile-definition.ts';

interface AddOfItemsDialogProps {
  /** Adds tiles of a type for the data items. */
  onAdd: (definition: TileDefinition, picked: PickedItems) => void;
  onClose: () => void;
}

/** Shows any data item as it is, number or text. */
const FIRST_TYPE = 'Indicator';

/** Makes tiles of data items, several at once. It stays open for the next ones, of the same or of another type. */
export function AddOfItemsDialog({ onAdd, onClose }: AddOfItemsDialogProps) {
  const [type, setType] = useState(FIRST_TYPE);
  const [items, setItems] = useState<readonly DataItemSelection[]>([]);
  const [done, setDone] = useState('');
  const searchRef = useRef<HTMLInputElement>(null);
  const definition = findTile(type);
  const readings = useReadings(items);
  const texts = new Set(items.filter((_, index) => readings[index]?.isString).map(selectionKey));
  const picked: PickedItems = { items, isText: (item) => texts.has(selectionKey(item)) };
  const tiles = tilesOfItems(definition, picked, newId);
  const count = tiles.length;

  function add(): void {
    onAdd(definition, picked);
    const labels = [...new Set(tiles.map(({ properties }) => definitionOf(properties).label))].join(' and ');
    setDone(count === 1 ? `${labels} added.` : `${count} tiles added: ${labels}.`);
    setItems([]);
  }

  return (
    <Modal opened onClose={onClose} title="Add tiles from data items" size="lg">
      <Stack gap="sm">
        <Chip.Group value={type} onChange={setType}>
          <TypeChips label="A tile for each of them" makes="each" />
          <TypeChips label="One tile for all" makes="one" />
        </Chip.Group>
        <div>
          <DataItemCheckList value={items} onChange={setItems} searchRef={searchRef} />
        </div>
        <Group justify="space-between" gap="xs">
          <span role="status">{done}</span>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button
              disabled={count === 0}
              onClick={({ detail }) => {
                add();
                // Pressed by a key: the button is switched off now, and must not take the focus with it.
                if (detail === 0) searchRef.current?.focus();
              }}
            >
              {labelOf(count)}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

function TypeChips({ label, makes }: { label: string; makes: 'each' | 'one' }): ReactNode {
  return (
    <Input.Wrapper label={label}>
      <Group gap={6} mt={4} role="radiogroup" aria-label={label}>
        {listTiles()
          .filter(({ ofItems }) => ofItems?.makes === makes)
          .map((tile) => (
            <Chip key={tile.type} value={tile.type} size="xs">
              {tile.label}
            </Chip>
          ))}
      </Group>
    </Input.Wrapper>
  );
}

function labelOf(count: number): string {
  if (count === 0) return 'Add tiles';
  return count === 1 ? 'Add 1 tile' : `Add ${count} tiles`;
}
