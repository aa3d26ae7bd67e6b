import { Button, Group, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { CsvField } from '#ui/form/CsvField.tsx';
import { saveFile } from '#ui/save-file.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { type DataItemRow, readDataItemCsv, TEMPLATE, TEMPLATE_NAME } from './data-item-csv.ts';
import classes from './data-items.module.css';
import { sendInPortions } from './send-in-portions.ts';

interface DataItemCsvFormProps {
  assetDefinitionId: number;
  reload: readonly QueryKey[];
  onDirty: (isDirty: boolean) => void;
}

const columns: readonly TableColumn<DataItemRow>[] = [
  { id: 'label', header: 'Label', value: ({ label }) => label, sortable: false },
  { id: 'unit', header: 'Unit', width: '160px', value: ({ unit }) => unit, sortable: false },
];
const rowKey = ({ label }: DataItemRow) => label;

/** Many data items at once: CSV with the headers label and unit, shown as it was understood before it is sent. */
export function DataItemCsvForm({ assetDefinitionId, reload, onDirty }: DataItemCsvFormProps) {
  const [text, setText] = useState('');
  const { change, problem } = useChange();
  const [sent, setSent] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  // A large text is read when there is time; typing and the panel stay fluent.
  const read = useDeferredValue(text);
  const csv = useMemo(() => readDataItemCsv(read), [read]);
  const isReading = read !== text;
  const { items } = csv;

  useEffect(() => onDirty(text !== ''), [text, onDirty]);
  useEffect(() => () => stop.current?.abort(), []);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (items.length === 0 || isReading || sent !== undefined) return;
    const abort = new AbortController();
    stop.current = abort;
    setSent(0);
    const done = await change({
      reload,
      make: () => sendInPortions(assetDefinitionId, items, setSent, abort.signal),
    });
    setSent(undefined);
    if (done) setText('');
  };
  return (
    <form className={panel.form} aria-label="Paste CSV" onSubmit={(event) => void add(event)}>
      <CsvField
        label="CSV"
        placeholder={'label,unit\nSuction Pressure,bar\nFlow Rate,m³/h'}
        text={text}
        onChange={setText}
      />
      {items.length > 0 ? (
        <>
          <p className={panel.note} role="status">
            {items.length.toLocaleString('en-US')} {items.length === 1 ? 'data item' : 'data items'}
            {csv.leftOut > 0
              ? `, ${csv.leftOut.toLocaleString('en-US')} rows left out (no label, or the label comes again)`
              : ''}
          </p>
          <div className={classes.preview}>
            <DataTable label="Preview" rows={items} columns={columns} rowKey={rowKey} minWidth={300} />
          </div>
        </>
      ) : (
        <p className={panel.note} role="status">
          {csv.problem ?? 'The preview is empty: the first line names the columns label and unit.'}
        </p>
      )}
      {sent === undefined ? null : (
        <Progress value={(100 * sent) / items.length} aria-label={`${sent} of ${items.length} sent`} />
      )}
      <Problem text={problem} />
      <Group gap="xs">
        <Button type="submit" loading={sent !== undefined} disabled={items.length === 0 || isReading}>
          Add data item
        </Button>
        {sent !== undefined ? (
          <Button variant="default" onClick={() => stop.current?.abort()}>
            Stop
          </Button>
        ) : null}
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => saveFile(TEMPLATE, TEMPLATE_NAME, 'text/csv;charset=utf-8')}
        >
          Download template
        </Button>
      </Group>
    </form>
  );
}
