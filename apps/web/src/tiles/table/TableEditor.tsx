import { Select } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DecimalsField } from '#tiles/shared/editor/DecimalsField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { SwitchField } from '#tiles/shared/editor/SwitchField.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
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
      <TitleField value={settings.title} onChange={change} />
      <SwitchField label="Search" value={settings.search} onChange={(search) => change({ search })} />
      <SwitchField label="Header" value={settings.showHeader} onChange={(showHeader) => change({ showHeader })} />
      <SwitchField
        label="Selection markers"
        value={settings.selectionMarkers}
        onChange={(selectionMarkers) => change({ selectionMarkers })}
      />
      {settings.option === 'dataItems' ? <DecimalsField value={settings.decimals} onChange={change} /> : null}
    </FieldGroup>
  );
}
