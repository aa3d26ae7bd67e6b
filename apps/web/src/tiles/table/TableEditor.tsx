import { Select, Switch, TextInput } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DecimalsField } from '#tiles/shared/editor/DecimalsField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { OPTION_LABELS, TABLE_OPTIONS, type TableOption, type TableSettings } from './settings.ts';

export function TableEditor({ settings, onChange }: TileEditorProps<TableSettings>) {
  const change = (part: Partial<TableSettings>) => onChange({ ...settings, ...part });
  return (
    <FieldGroup>
      <Select
        label="Shows"
        allowDeselect={false}
        data={TABLE_OPTIONS.map((value) => ({ value, label: OPTION_LABELS[value] }))}
        value={settings.option}
        onChange={(option) => option !== null && change({ option: option as TableOption })}
      />
      <TextInput
        label="Title"
        value={settings.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Switch
        label="Search"
        checked={settings.search}
        onChange={({ currentTarget }) => change({ search: currentTarget.checked })}
      />
      <Switch
        label="Header"
        checked={settings.showHeader}
        onChange={({ currentTarget }) => change({ showHeader: currentTarget.checked })}
      />
      <Switch
        label="Selection markers"
        checked={settings.selectionMarkers}
        onChange={({ currentTarget }) => change({ selectionMarkers: currentTarget.checked })}
      />
      {settings.option === 'dataItems' ? <DecimalsField value={settings.decimals} onChange={change} /> : null}
    </FieldGroup>
  );
}
