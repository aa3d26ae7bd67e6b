import { Button, Group, Modal, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Tile } from '@telltale/contract';
import { isSameJson } from '@telltale/domain/dashboard/same-json.ts';
import { useState } from 'react';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { readTileSettings, type TileProperties, writeTileSettings } from '#tile-kit/tile-settings.ts';
import { findTile, isTileName, listTiles } from '#tiles/registry.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { newId } from '../model/new-id.ts';
import { definitionOf } from '../screen/tile-definition.ts';
import { FormSection } from './FormSection.tsx';
import { TileLink } from './TileLink.tsx';
import { TilePreview } from './TilePreview.tsx';
import { TileSettingsForm } from './TileSettingsForm.tsx';
import classes from './tile-editor.module.css';

interface EditTileDialogProps {
  tile: Tile;
  /** Width over height of the tile on the grid: the preview has the same. */
  aspect: number;
  /** Address of the tile by itself; undefined while the dashboard is not stored. */
  link: string | undefined;
  onSubmit: (properties: TileProperties) => void;
  onClose: () => void;
}

const overflows = [
  { value: 'hidden', label: 'Hidden' },
  { value: 'scroll', label: 'Scroll' },
];

/** The settings of a tile, with the tile itself beside them (spec 1 §2). Nothing counts before Submit. */
export function EditTileDialog({ tile, aspect, link, onSubmit, onClose }: EditTileDialogProps) {
  const [draft, setDraft] = useState(tile.properties);
  const isNarrow = useMediaQuery('(max-width: 767px)') ?? false;
  const definition = definitionOf(draft);
  const hasType = isTileName(definition.type);

  async function close(): Promise<void> {
    const question = {
      message: 'The settings of this tile were changed. Close without submitting them?',
      title: 'Unsubmitted settings',
      confirmLabel: 'Discard settings',
      isDestructive: true,
    };
    if (isSameJson(draft, tile.properties) || (await confirm(question))) onClose();
  }

  const submit = () => onSubmit({ ...draft, settingsGuid: newId(), type: { ...draft.type, default: false } });

  return (
    <Modal
      opened
      onClose={() => void close()}
      title={hasType ? `Edit tile: ${definition.label}` : 'Edit tile'}
      size="min(1180px, 96vw)"
      fullScreen={isNarrow}
      // A click beside the dialog must not throw away what was typed.
      closeOnClickOutside={false}
    >
      <div className={classes.editor}>
        <div className={classes.form}>
          <FormSection title="General Settings">
            <Select
              label="Type"
              placeholder="No Type Selected"
              data={typeChoices()}
              searchable
              value={hasType ? definition.type : null}
              onChange={(type) => type !== null && setDraft(withType(draft, findTile(type)))}
            />
            <Select
              label="Overflow"
              description="What does not fit into the tile"
              data={overflows}
              allowDeselect={false}
              value={draft.overflow ?? 'hidden'}
              onChange={(value) => setDraft({ ...draft, overflow: value === 'scroll' ? 'scroll' : 'hidden' })}
            />
            {link !== undefined && <TileLink href={link} />}
          </FormSection>
          <FormSection title="Tile Settings">
            <TileSettingsForm
              key={definition.type}
              definition={definition}
              properties={draft}
              onChange={(settings) => setDraft((before) => writeTileSettings(before, settings))}
            />
          </FormSection>
        </div>
        <TilePreview definition={definition} properties={draft} aspect={aspect} />
      </div>
      <Group justify="flex-end" gap="xs" className={classes.editorActions ?? ''}>
        <Button variant="default" onClick={() => void close()}>
          Close
        </Button>
        <Button disabled={!hasType || !readTileSettings(definition, draft).isValid} onClick={submit}>
          Submit
        </Button>
      </Group>
    </Modal>
  );
}

function typeChoices() {
  const groups = Map.groupBy(listTiles(), ({ group }) => group ?? 'More');
  return [...groups].map(([group, tiles]) => ({
    group,
    items: tiles.map(({ type, label }) => ({ value: type, label })),
  }));
}

/** Another type over the same settings: what both know (data items, titles) stays. */
function withType(properties: TileProperties, definition: TileDefinition): TileProperties {
  return { ...properties, type: { ...properties.type, name: definition.label, value: definition.type } };
}
