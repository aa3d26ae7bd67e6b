import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { clockValue, isoOfClock } from '../form/clock-value.ts';
import { MomentField } from '../form/moment/MomentField.tsx';
import { NumberEntry } from '../form/NumberEntry.tsx';
import classes from './dynamic-form.module.css';
import type { FormField, FormValue, SeparatorField } from './form-field.ts';

interface DynamicFieldProps {
  field: Exclude<FormField, SeparatorField>;
  value: FormValue;
  onChange: (value: FormValue) => void;
  error: string | undefined;
  zone: string;
  disabled: boolean;
}

/** One field of a `DynamicForm`. A value of another type than the field's counts as empty. */
export function DynamicField({ field, value, onChange, error, zone, disabled }: DynamicFieldProps) {
  const { name, label, description, required = false } = field;
  const common = { name, label, description, required, error, disabled };
  switch (field.type) {
    case 'text': {
      const { placeholder, maxLength, lines = 1 } = field;
      const text = {
        ...common,
        placeholder,
        maxLength,
        value: typeof value === 'string' ? value : '',
        onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
      };
      if (lines === 1) return <TextInput {...text} autoComplete="off" />;
      return <Textarea {...text} className={classes.wide ?? ''} rows={lines} resize="vertical" />;
    }
    case 'enum':
      return (
        <Select
          {...common}
          placeholder={field.placeholder ?? 'Choose one'}
          data={[...field.options]}
          searchable={field.options.length > 8}
          clearable={!required}
          allowDeselect={!required}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    case 'boolean':
      return (
        <Switch
          {...common}
          className={classes.switch ?? ''}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number': {
      const { unit, min, max, isWhole = false } = field;
      return (
        <NumberEntry
          {...common}
          {...(min === undefined ? {} : { min })}
          {...(max === undefined ? {} : { max })}
          allowDecimal={!isWhole}
          suffix={unit === undefined ? '' : ` ${unit}`}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      );
    }
    case 'datetime':
      return (
        <MomentField
          {...common}
          label={`${label} (${zone})`}
          zone={zone}
          isZoneHidden
          value={clockValue(typeof value === 'string' ? value : null, zone)}
          onChange={(next) => onChange(isoOfClock(next, zone))}
        />
      );
  }
}
