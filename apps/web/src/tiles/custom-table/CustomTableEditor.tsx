import { Textarea } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import editorClasses from '#tiles/shared/editor/editor.module.css';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
import { SwitchField } from '#tiles/shared/editor/SwitchField.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
import { RequestEditor } from '#tiles/shared/request/RequestEditor.tsx';
import { MAX_PAGE_SIZE } from '#tiles/shared/table/page-numbers.ts';
import { columnsOrFault } from './CustomTableTile.tsx';
import type { CustomTableSettings } from './settings.ts';

export function CustomTableEditor({ settings, onChange }: TileEditorProps<CustomTableSettings>) {
  const change = (part: Partial<CustomTableSettings>) => onChange({ ...settings, ...part });
  const columns = columnsOrFault(settings.columns);
  return (
    <>
      <FieldGroup>
        <TitleField value={settings.title} onChange={change} />
        <RequiredNumber
          label="Page size"
          min={1}
          max={MAX_PAGE_SIZE}
          value={settings.pageSize}
          onChange={(pageSize) => change({ pageSize })}
        />
        <RequiredNumber
          label="Refresh every (s), 0 never, else 5 or more"
          min={0}
          value={settings.refreshInterval}
          onChange={(refreshInterval) => change({ refreshInterval })}
        />
        <SwitchField label="Search" value={settings.search} onChange={(search) => change({ search })} />
        <SwitchField
          label="Selection markers"
          value={settings.selectionMarkers}
          onChange={(selectionMarkers) => change({ selectionMarkers })}
        />
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
