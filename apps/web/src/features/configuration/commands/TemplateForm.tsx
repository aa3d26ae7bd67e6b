import { Button, Group, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { commandDefinitions } from '@telltale/contract';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { dataItemDefinitionsQuery } from '#api/definition-queries.ts';
import { detectedItemsQuery } from '#api/detected-items.ts';
import { queryKeys } from '#api/query-keys.ts';
import { fieldsOf, firstValues } from '#pages/commands/command-fields.ts';
import { DynamicForm } from '#ui/dynamic-form/DynamicForm.tsx';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { useZone } from '../page/use-zone.ts';
import classes from './commands.module.css';
import { FieldEditor } from './FieldEditor.tsx';
import { emptyRow, type FieldRow } from './field-rows.ts';
import {
  emptyTemplate,
  fieldsOfTemplate,
  formOf,
  problemOf,
  type TemplateFields,
  templateBody,
} from './template-fields.ts';

interface TemplateFormProps {
  assetDefinitionId: number;
  /** Undefined: a new one. */
  template: commandDefinitions.CommandDefinition | undefined;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** Everything about one command that can be sent to assets of the definition, and its form as people will see it. */
export function TemplateForm({ assetDefinitionId, template, onDirty, onDone }: TemplateFormProps) {
  const start = useMemo(() => (template ? fieldsOfTemplate(template) : emptyTemplate), [template]);
  const [fields, setFields] = useState<TemplateFields>(start);
  const { change, isBusy, problem } = useChange();
  const isChanged = JSON.stringify(fields) !== JSON.stringify(start);
  useEffect(() => onDirty(isChanged), [isChanged, onDirty]);

  const put = (part: Partial<TemplateFields>) => setFields((before) => ({ ...before, ...part }));
  const { rows } = fields;
  const nextKey = Math.max(-1, ...rows.map(({ key }) => key)) + 1;
  const putRow = (key: number, part: Partial<FieldRow>) =>
    put({ rows: rows.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  const removeRow = (key: number) =>
    put({
      rows: rows.filter((row) => row.key !== key),
      ...(fields.parameterKey === key ? { parameterKey: null } : {}),
      ...(fields.expectedKey === key ? { expectedKey: null } : {}),
    });
  const wrong = problemOf(fields);
  const text = (key: 'name' | 'module' | 'command', maxLength: number) => ({
    required: true,
    maxLength,
    autoComplete: 'off',
    value: fields[key],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => put({ [key]: event.currentTarget.value }),
  });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (wrong !== undefined || isBusy) return;
    const body = templateBody(fields, assetDefinitionId, template);
    const stored = await change({
      said: template ? `${body.name} was saved.` : `${body.name} was added.`,
      reload: [queryKeys.definitionCommands(assetDefinitionId)],
      make: () => callApi(commandDefinitions.saveCommandDefinition, { body }),
    });
    if (stored) onDone();
  };
  return (
    <form className={panel.form} aria-label="Set up command" onSubmit={(event) => void save(event)}>
      <div className={panel.fields}>
        <TextInput className={panel.third ?? ''} label="Command Name" data-autofocus {...text('name', 255)} />
        <TextInput className={panel.third ?? ''} label="Module" {...text('module', 100)} />
        <TextInput className={panel.third ?? ''} label="Command" {...text('command', 100)} />
        <Switch
          className={panel.whole ?? ''}
          label="Dangerous: a second person must release it"
          checked={fields.dangerous}
          onChange={(event) => put({ dangerous: event.currentTarget.checked })}
        />
      </div>
      <section className={classes.part} aria-label="Form">
        <h3 className={panel.heading}>Form</h3>
        {rows.length === 0 ? (
          <p className={panel.note}>Nothing is asked for. Add what has to be filled in when the command is sent.</p>
        ) : null}
        {rows.map((row, index) => (
          <FieldEditor
            key={row.key}
            row={row}
            place={index + 1}
            onChange={(part) => putRow(row.key, part)}
            onRemove={() => removeRow(row.key)}
          />
        ))}
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            disabled={rows.length >= 50}
            onClick={() => put({ rows: [...rows, emptyRow(nextKey)] })}
          >
            Add field
          </Button>
        </Group>
        {rows.length > 0 ? (
          <Select
            label="Parameter"
            data={[{ value: 'all', label: 'An object of all fields' }, ...keyOptions(rows, 'The value of')]}
            allowDeselect={false}
            value={fields.parameterKey === null ? 'all' : String(fields.parameterKey)}
            onChange={(key) => put({ parameterKey: key === null || key === 'all' ? null : Number(key) })}
          />
        ) : null}
        <Preview rows={rows} />
      </section>
      <EffectFields assetDefinitionId={assetDefinitionId} fields={fields} put={put} />
      {wrong !== undefined && isChanged ? (
        <p className={panel.warning} role="status">
          {wrong}
        </p>
      ) : null}
      <Problem text={problem} />
      <Group gap="xs">
        <Button type="submit" loading={isBusy} disabled={wrong !== undefined || !isChanged}>
          {template === undefined ? 'Add command' : 'Save command'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

function keyOptions(rows: readonly FieldRow[], before: string) {
  return rows
    .filter(({ name }) => name.trim() !== '')
    .map(({ key, name }) => ({ value: String(key), label: `${before} ${name.trim()}` }));
}

/** The form as people will see it. */
function Preview({ rows }: { rows: readonly FieldRow[] }) {
  const zone = useZone();
  const form = formOf(rows);
  if (Object.keys(form.properties).length === 0) return null;
  return (
    <section className={classes.preview} aria-label="Preview">
      <DynamicForm fields={fieldsOf(form)} values={firstValues(form)} zone={zone} onChange={() => undefined} disabled />
    </section>
  );
}

interface EffectFieldsProps {
  assetDefinitionId: number;
  fields: TemplateFields;
  put: (part: Partial<TemplateFields>) => void;
}

/** By which it is told whether the command worked, and how long it waits. */
function EffectFields({ assetDefinitionId, fields, put }: EffectFieldsProps) {
  const own = useQuery(dataItemDefinitionsQuery(assetDefinitionId)).data;
  const detected = useQuery(detectedItemsQuery(assetDefinitionId)).data;
  const items = useMemo(
    () => new Map([...(own ?? []), ...(detected ?? [])].map(({ dataItemId, label }) => [dataItemId as number, label])),
    [own, detected],
  );
  const { dataItemId, expectedKey, rows } = fields;
  const isGone = dataItemId !== null && own !== undefined && detected !== undefined && !items.has(dataItemId);
  return (
    <section className={classes.part} aria-label="Effect">
      <h3 className={panel.heading}>Effect</h3>
      <div className={panel.fields}>
        <Select
          className={panel.half ?? ''}
          label="Verified by data item"
          placeholder="Nobody looks"
          data={[
            ...[...items].map(([id, label]) => ({ value: String(id), label })),
            ...(isGone ? [{ value: String(dataItemId), label: `Data item ${dataItemId}` }] : []),
          ]}
          searchable
          clearable
          limit={100}
          value={dataItemId === null ? null : String(dataItemId)}
          onChange={(id) => put({ dataItemId: id === null ? null : Number(id) })}
        />
        {dataItemId === null ? null : (
          <>
            <Select
              className={panel.half ?? ''}
              label="It should become"
              data={[
                { value: 'any', label: 'Any other value than before' },
                ...keyOptions(rows, 'What is filled in as'),
              ]}
              allowDeselect={false}
              value={expectedKey === null ? 'any' : String(expectedKey)}
              onChange={(key) => put({ expectedKey: key === null || key === 'any' ? null : Number(key) })}
            />
            <NumberEntry
              className={panel.third ?? ''}
              label="Tolerance"
              min={0}
              value={fields.tolerance}
              onChange={(tolerance) => put({ tolerance })}
            />
            <NumberEntry
              className={panel.third ?? ''}
              label="Within"
              suffix=" s"
              min={1}
              max={86_400}
              allowDecimal={false}
              value={fields.within}
              onChange={(within) => put({ within })}
            />
          </>
        )}
        <NumberEntry
          className={panel.third ?? ''}
          label="Waits for its device"
          suffix=" s"
          min={1}
          max={2_592_000}
          allowDecimal={false}
          value={fields.expiration}
          onChange={(expiration) => put({ expiration })}
        />
      </div>
    </section>
  );
}
