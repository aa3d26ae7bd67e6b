import { Button, Group, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import { events, permissionId } from '@telltale/contract';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { CsvField } from '#ui/form/CsvField.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { controlsColumn, type TableColumn } from '#ui/table/table-column.ts';
import panel from '../definitions/panel.module.css';
import { RowIcon } from '../definitions/RowIcon.tsx';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import classes from './events.module.css';
import { edited, type OptionsEdit, readOptionsCsv, reasonWith, withMore, without } from './part-options.ts';

interface PartOptionsEditorProps {
  definition: events.EventDefinition;
  reload: readonly QueryKey[];
  onDirty: (isDirty: boolean) => void;
}

interface Part {
  option: string;
}
const NOTHING: OptionsEdit = { removed: [], added: [] };
const rowKey = ({ option }: Part) => option;

/** The part numbers that a maintenance is recorded with: one by one, or from CSV with the header `option`. */
export function PartOptionsEditor({ definition, reload, onDirty }: PartOptionsEditorProps) {
  const stored = definition.reasonExpanded.options;
  const mayModify = useMay(permissionId('Events', 'Modify'));
  const [edit, setEdit] = useState<OptionsEdit>(NOTHING);
  const options = useMemo(() => edited(stored, edit), [stored, edit]);
  const [typed, setTyped] = useState('');
  const [csv, setCsv] = useState<string>();
  const { change, isBusy, problem } = useChange();
  const read = useMemo(() => (csv === undefined ? undefined : readOptionsCsv(csv)), [csv]);
  const isChanged = options.length !== stored.length || options.some((option, index) => option !== stored[index]);
  const isTyped = typed.trim() !== '' || (csv ?? '').trim() !== '';

  useEffect(() => {
    onDirty(isChanged || isTyped);
    return () => onDirty(false);
  }, [isChanged, isTyped, onDirty]);

  const columns = useMemo(
    (): TableColumn<Part>[] => [
      { id: 'option', header: 'Part Number', value: ({ option }) => option, sortable: false },
      controlsColumn({
        id: 'remove',
        hint: 'Remove',
        width: '80px',
        cell: ({ option }, isActive) => (
          <RowIcon
            label={`Remove ${option}`}
            icon={IconX}
            isActive={isActive}
            onClick={() => setEdit((before) => without(before, option))}
          />
        ),
      }),
    ],
    [],
  );
  const rows = useMemo(() => options.map((option) => ({ option })), [options]);

  const addAll = (more: readonly string[]) => setEdit((before) => withMore(stored, before, more));
  const add = (event: FormEvent) => {
    event.preventDefault();
    addAll([typed]);
    setTyped('');
  };
  const addCsv = () => {
    addAll(read?.options ?? []);
    setCsv(undefined);
  };
  const save = async () => {
    const { eventDefinitionId, assetDefinitionId, name, reason: expectedReason } = definition;
    if (assetDefinitionId === null) return;
    // Nothing else is named: what others change meanwhile stays. Part numbers that they save are loaded, and edited anew.
    const reason = reasonWith(definition, options);
    const body = { eventDefinitionId, assetDefinitionId, reason, expectedReason };
    const saved = await change({
      said: `The part numbers of ${name} were saved.`,
      reload,
      make: () => callApi(events.putEventDefinition, { body }),
    });
    if (saved) setEdit((now) => (now === edit ? NOTHING : now));
  };

  return (
    <section className={panel.form} aria-label={`Part numbers of ${definition.name}`}>
      <h3 className={panel.heading}>{definition.name}</h3>
      {mayModify ? (
        <>
          <form className={classes.addPart} onSubmit={add}>
            <TextInput
              label="Part Number"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" disabled={typed.trim() === ''}>
              Add option
            </Button>
            <Button variant="default" onClick={() => setCsv(csv === undefined ? '' : undefined)}>
              {csv === undefined ? 'Paste CSV' : 'Close CSV'}
            </Button>
          </form>
          {csv === undefined ? null : (
            <>
              <CsvField label="CSV" placeholder={'option\nPL-100\nPL-200'} text={csv} onChange={setCsv} />
              <Group gap="xs">
                <Button variant="default" disabled={(read?.options?.length ?? 0) === 0} onClick={addCsv}>
                  Add options
                </Button>
                <p className={panel.note} role="status">
                  {read?.problem ?? `${read?.options?.length ?? 0} part numbers`}
                </p>
              </Group>
            </>
          )}
        </>
      ) : null}
      {rows.length > 0 ? (
        <div className={classes.partList}>
          <DataTable label="Part numbers" rows={rows} columns={columns} rowKey={rowKey} minWidth={240} />
        </div>
      ) : (
        <p className={panel.note}>There are no part numbers yet.</p>
      )}
      <Problem text={problem} />
      {isChanged ? (
        <Group gap="xs">
          <Button loading={isBusy} onClick={() => void save()}>
            Save options
          </Button>
          <Button variant="default" onClick={() => setEdit(NOTHING)}>
            Discard
          </Button>
        </Group>
      ) : null}
    </section>
  );
}
