import { Switch, TextInput } from '@mantine/core';
import { DataItemsPicker } from '#tile-kit/DataItemsPicker.tsx';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DecimalsField } from '#tiles/shared/editor/DecimalsField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
import { MAX_PAGE_SIZE } from '#tiles/shared/table/page-numbers.ts';
import type { DataItemTableSettings } from './settings.ts';

const COLUMNS = [
  ['showLabel', 'Label'],
  ['showValue', 'Value'],
  ['showUnit', 'Unit'],
] as const;

const CONTROLS = [
  ['showHeader', 'Header'],
  ['search', 'Search'],
  ['showPageSize', 'Rows per page'],
  ['selectionMarkers', 'Selection markers'],
] as const;

export function DataItemTableEditor({ settings, onChange }: TileEditorProps<DataItemTableSettings>) {
  const change = (part: Partial<DataItemTableSettings>) => onChange({ ...settings, ...part });
  const flags = (list: readonly (readonly [(typeof COLUMNS | typeof CONTROLS)[number][0], string])[]) =>
    list.map(([key, label]) => (
      <Switch
        key={key}
        label={label}
        checked={settings[key]}
        onChange={({ currentTarget }) => change({ [key]: currentTarget.checked })}
      />
    ));
  return (
    <>
      <FieldGroup>
        <TextInput
          label="Title"
          value={settings.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <Switch
          label="All data items"
          checked={settings.showAll}
          onChange={({ currentTarget }) => change({ showAll: currentTarget.checked })}
        />
        {settings.showAll ? null : (
          <DataItemsPicker
            label="Data items"
            value={settings.dataItems}
            onChange={(dataItems) => change({ dataItems })}
          />
        )}
      </FieldGroup>
      <FieldGroup title="Columns">{flags(COLUMNS)}</FieldGroup>
      <FieldGroup title="Shown with it">{flags(CONTROLS)}</FieldGroup>
      <FieldGroup title="Rows">
        <RequiredNumber
          label="Page size"
          min={1}
          max={MAX_PAGE_SIZE}
          value={settings.pageSize}
          onChange={(pageSize) => change({ pageSize })}
        />
        <DecimalsField value={settings.decimals} onChange={change} />
      </FieldGroup>
    </>
  );
}
