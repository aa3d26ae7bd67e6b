import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import panel from '../definitions/panel.module.css';
import { RowIcon } from '../definitions/RowIcon.tsx';
import classes from './commands.module.css';
import { type FieldRow, TYPES } from './field-rows.ts';

interface FieldEditorProps {
  row: FieldRow;
  /** Its place among the fields, from 1. */
  place: number;
  onChange: (part: Partial<FieldRow>) => void;
  onRemove: () => void;
}

/** One field of the form by which a command is sent. */
export function FieldEditor({ row, place, onChange, onRemove }: FieldEditorProps) {
  const called = row.name.trim() || `field ${place}`;
  const isNumeric = row.type === 'number' || row.type === 'integer';
  const text = (key: 'name' | 'title' | 'description' | 'unit' | 'first', maxLength: number) => ({
    value: row[key],
    maxLength,
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ [key]: event.currentTarget.value }),
  });
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>
        <span>{called}</span>
        <RowIcon label={`Remove ${called}`} icon={IconX} onClick={onRemove} />
      </legend>
      <div className={panel.fields}>
        <TextInput
          className={panel.third ?? ''}
          label="Name"
          description="As the device reads it"
          {...text('name', 100)}
        />
        <TextInput
          className={panel.third ?? ''}
          label="Label"
          description="As people read it"
          {...text('title', 255)}
        />
        <Select
          className={panel.third ?? ''}
          label="Type"
          description="What is typed"
          data={TYPES}
          allowDeselect={false}
          value={row.type}
          onChange={(type) => onChange({ type: TYPES.find(({ value }) => value === type)?.value ?? row.type })}
        />
        {isNumeric ? (
          <>
            <NumberEntry
              className={panel.third ?? ''}
              label="Min"
              value={row.minimum}
              onChange={(minimum) => onChange({ minimum })}
            />
            <NumberEntry
              className={panel.third ?? ''}
              label="Max"
              value={row.maximum}
              onChange={(maximum) => onChange({ maximum })}
            />
            <TextInput className={panel.third ?? ''} label="Unit" {...text('unit', 64)} />
          </>
        ) : null}
        {row.type === 'string' ? (
          <NumberEntry
            className={panel.third ?? ''}
            label="Characters at most"
            min={1}
            max={10_000}
            allowDecimal={false}
            value={row.maxLength}
            onChange={(maxLength) => onChange({ maxLength })}
          />
        ) : null}
        {row.type === 'boolean' ? (
          <Select
            className={panel.third ?? ''}
            label="Begins with"
            data={[
              { value: '', label: 'Off' },
              { value: 'true', label: 'On' },
            ]}
            allowDeselect={false}
            value={row.first === 'true' ? 'true' : ''}
            onChange={(first) => onChange({ first: first ?? '' })}
          />
        ) : (
          <>
            <TextInput className={panel.third ?? ''} label="Begins with" {...text('first', 1_000)} />
            <Textarea
              className={panel.third ?? ''}
              label="Choices, one on each line"
              rows={2}
              resize="vertical"
              value={row.choices}
              onChange={(event) => onChange({ choices: event.currentTarget.value })}
            />
          </>
        )}
        <TextInput className={panel.third ?? ''} label="Hint" {...text('description', 1_000)} />
        <Checkbox
          className={panel.whole ?? ''}
          label="Must be filled in"
          checked={row.isRequired}
          onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
        />
      </div>
    </fieldset>
  );
}
