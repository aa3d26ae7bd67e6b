import { Select, Textarea } from '@mantine/core';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { useState } from 'react';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { BLOCKS_KEY, readBlocks } from '#tile-kit/query/query-blocks.ts';
import { settingsOfBlock } from '#tile-kit/query/query-tile.ts';
import { useSqliteFiles } from '#tile-kit/query/use-sqlite-files.ts';
import { DATA_TABS, VIEW_LABELS } from '#tile-kit/query/views.ts';
import editorClasses from '#tiles/shared/editor/editor.module.css';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import { type PlainField, TITLE } from '#tiles/shared/editor/plain-field.ts';
import type { SqliteQuerySettings } from './settings.ts';

const VIEW: readonly PlainField<SqliteQuerySettings>[] = [
  TITLE,
  {
    kind: 'choice',
    key: 'dataTab',
    label: 'Shown as',
    options: DATA_TABS.map((value) => ({ value, label: VIEW_LABELS[value] })),
  },
];
const CODE = `${editorClasses.wide} ${editorClasses.code}`;

/** Which file is asked what, and how the answer is shown. */
export function SqliteQueryEditor({ settings, onChange }: TileEditorProps<SqliteQuerySettings>) {
  const change = (part: Partial<SqliteQuerySettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <FileField fileId={settings.fileId} onChange={(fileId) => change({ fileId })} />
        <BlockField onChoose={change} />
        <PlainFields fields={VIEW} settings={settings} onChange={change} />
      </FieldGroup>
      <FieldGroup title="Query">
        <Textarea
          className={CODE}
          label="SQL"
          description="The file is only read. The SQLite explorer completes names of tables and columns as you write."
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
          required
          value={settings.query}
          onChange={({ currentTarget }) => change({ query: currentTarget.value })}
        />
        <Textarea
          className={CODE}
          label="Code transform"
          description="A JavaScript function of the rows, or nothing: (rows) => rows.filter((row) => row.pressure > 3)"
          autosize
          minRows={1}
          maxRows={16}
          spellCheck={false}
          value={settings.parsing}
          onChange={({ currentTarget }) => change({ parsing: currentTarget.value })}
        />
      </FieldGroup>
    </>
  );
}

function FileField({ fileId, onChange }: { fileId: number; onChange: (fileId: number) => void }) {
  const { files, problem } = useSqliteFiles();
  const listed = (files ?? []).map((file) => ({
    value: String(file.fileId),
    label: `${file.filename} (${formatBytes(file.length)})`,
  }));
  const isUnlisted = fileId !== 0 && !listed.some(({ value }) => value === String(fileId));
  return (
    <Select
      label="File"
      description="Who looks at the dashboard needs the right to this file, too."
      placeholder={files?.length === 0 ? 'There are no .sqlite files' : 'Choose a .sqlite file'}
      searchable
      required
      allowDeselect={false}
      error={problem}
      data={isUnlisted ? [{ value: String(fileId), label: `File ${fileId}` }, ...listed] : listed}
      value={fileId === 0 ? null : String(fileId)}
      onChange={(value) => value !== null && onChange(Number(value))}
    />
  );
}

/** The queries that the explorer keeps in this browser, one of which is taken over. */
function BlockField({ onChoose }: { onChoose: (settings: Partial<SqliteQuerySettings>) => void }) {
  const [blocks] = useState(() => readBlocks(localStorage.getItem(BLOCKS_KEY)) ?? []);
  if (blocks.length === 0) return null;
  return (
    <Select
      label="Take a query of the explorer"
      description="Of those that the SQLite explorer keeps in this browser."
      placeholder="Choose a query"
      data={blocks.map(({ title }, place) => ({ value: String(place), label: title || '(no title)' }))}
      value={null}
      onChange={(place) => {
        const block = blocks[Number(place ?? -1)];
        if (block !== undefined) onChoose(settingsOfBlock(block));
      }}
    />
  );
}
