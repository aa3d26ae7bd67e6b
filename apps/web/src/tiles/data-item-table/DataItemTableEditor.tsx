import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DataItemsPicker } from '#tile-kit/pickers/DataItemsPicker.tsx';
import { DecimalsField } from '#tiles/shared/editor/DecimalsField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
import { SwitchField } from '#tiles/shared/editor/SwitchField.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
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
      <SwitchField key={key} label={label} value={settings[key]} onChange={(isOn) => change({ [key]: isOn })} />
    ));
  return (
    <>
      <FieldGroup>
        <TitleField value={settings.title} onChange={change} />
        <SwitchField label="All data items" value={settings.showAll} onChange={(showAll) => change({ showAll })} />
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
