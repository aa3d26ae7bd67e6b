import { Textarea } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import editorClasses from '#tiles/shared/editor/editor.module.css';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import { type PlainField, TITLE } from '#tiles/shared/editor/plain-field.ts';
import { RequestEditor } from '#tiles/shared/request/RequestEditor.tsx';
import { MAX_PAGE_SIZE } from '#ui/table/paged/page-numbers.ts';
import { columnsOrFault } from './CustomTableTile.tsx';
import type { CustomTableSettings } from './settings.ts';

const FIELDS: readonly PlainField<CustomTableSettings>[] = [
  TITLE,
  { kind: 'required', key: 'pageSize', label: 'Page size', min: 1, max: MAX_PAGE_SIZE },
  { kind: 'required', key: 'refreshInterval', label: 'Refresh every (s), 0 never, else 5 or more', min: 0 },
  { kind: 'switch', key: 'search', label: 'Search' },
  { kind: 'switch', key: 'selectionMarkers', label: 'Selection markers' },
];

export function CustomTableEditor({ settings, onChange }: TileEditorProps<CustomTableSettings>) {
  const change = (part: Partial<CustomTableSettings>) => onChange({ ...settings, ...part });
  const columns = columnsOrFault(settings.columns);
  return (
    <>
      <FieldGroup>
        <PlainFields fields={FIELDS} settings={settings} onChange={change} />
        <Textarea
          className={`${editorClasses.wide} ${editorClasses.code}`}
          label="Columns"
          description="Fields separated by blanks; ^ stands for a blank within a name, field:Heading gives a heading: name last.time:Last^seen"
          autosize
          minRows={2}
          spellCheck={false}
          value={settings.columns}
          error={typeof columns === 'string' ? `Invalid Input, please try again ${columns}` : undefined}
          onChange={({ currentTarget }) => change({ columns: currentTarget.value })}
        />
      </FieldGroup>
      <RequestEditor
        value={settings.fetch}
        substitutions={settings.substitutions}
        wants="a list of objects"
        onChange={(fetch) => change({ fetch })}
      />
    </>
  );
}
