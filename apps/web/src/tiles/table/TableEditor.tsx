import { Select, Switch, TextInput } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
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
      {settings.option === 'dataItems' ? (
        <RequiredNumber
          label="Decimals"
          min={0}
          max={12}
          value={settings.decimals}
          onChange={(decimals) => change({ decimals })}
        />
      ) : null}
    </FieldGroup>
  );
}
