import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DataItemsPicker } from '#tile-kit/pickers/DataItemsPicker.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields, PlainGroups } from '#tiles/shared/editor/PlainFields.tsx';
import { DECIMALS, type PlainField, type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import { MAX_PAGE_SIZE } from '#ui/table/paged/page-numbers.ts';
import type { DataItemTableSettings } from './settings.ts';

const FIRST: readonly PlainField<DataItemTableSettings>[] = [
  TITLE,
  { kind: 'switch', key: 'showAll', label: 'All data items' },
];

const GROUPS: readonly PlainGroup<DataItemTableSettings>[] = [
  {
    title: 'Columns',
    fields: [
      { kind: 'switch', key: 'showLabel', label: 'Label' },
      { kind: 'switch', key: 'showValue', label: 'Value' },
      { kind: 'switch', key: 'showUnit', label: 'Unit' },
    ],
  },
  {
    title: 'Shown with it',
    fields: [
      { kind: 'switch', key: 'showHeader', label: 'Header' },
      { kind: 'switch', key: 'search', label: 'Search' },
      { kind: 'switch', key: 'showPageSize', label: 'Rows per page' },
      { kind: 'switch', key: 'selectionMarkers', label: 'Selection markers' },
    ],
  },
  {
    title: 'Rows',
    fields: [{ kind: 'required', key: 'pageSize', label: 'Page size', min: 1, max: MAX_PAGE_SIZE }, DECIMALS],
  },
];

export function DataItemTableEditor({ settings, onChange }: TileEditorProps<DataItemTableSettings>) {
  const change = (part: Partial<DataItemTableSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <PlainFields fields={FIRST} settings={settings} onChange={change} />
        {settings.showAll ? null : (
          <DataItemsPicker
            label="Data items"
            value={settings.dataItems}
            onChange={(dataItems) => change({ dataItems })}
          />
        )}
      </FieldGroup>
      <PlainGroups groups={GROUPS} settings={settings} onChange={change} />
    </>
  );
}
