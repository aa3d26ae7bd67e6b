import { Select, Textarea, TextInput } from '@mantine/core';
import type { DataItemSelection } from '@telltale/contract';
import { DataItemPicker } from '#tile-kit/pickers/DataItemPicker.tsx';
import { ColourField } from './ColourField.tsx';
import classes from './editor.module.css';
import { FieldGroup } from './FieldGroup.tsx';
import { NumberField } from './NumberField.tsx';
import type { PlainField, PlainGroup } from './plain-field.ts';
import { RequiredNumber } from './RequiredNumber.tsx';
import { SliderField } from './SliderField.tsx';
import { SwitchField } from './SwitchField.tsx';

interface PlainFieldsProps<Settings> {
  fields: readonly PlainField<Settings>[];
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
}

/** The fields of a list, each as the control of its kind. */
export function PlainFields<Settings>({ fields, settings, onChange }: PlainFieldsProps<Settings>) {
  return fields.map((field) => {
    if (field.kind !== 'dataItem' && field.isShown?.(settings) === false) return null;
    const key = field.kind === 'dataItem' ? field.kind : field.key;
    return <PlainControl key={key} field={field} settings={settings} onChange={onChange} />;
  });
}

/** The same in groups with their headings. */
export function PlainGroups<Settings>({
  groups,
  ...rest
}: Omit<PlainFieldsProps<Settings>, 'fields'> & { groups: readonly PlainGroup<Settings>[] }) {
  return groups.map(({ title, fields }, index) => (
    <FieldGroup key={title ?? index} {...(title === undefined ? {} : { title })}>
      <PlainFields fields={fields} {...rest} />
    </FieldGroup>
  ));
}

function PlainControl<Settings>({
  field,
  settings,
  onChange,
}: Omit<PlainFieldsProps<Settings>, 'fields'> & { field: PlainField<Settings> }) {
  if (field.kind === 'dataItem') {
    return (
      <DataItemPicker
        value={settings as unknown as DataItemSelection}
        onChange={(selection) => onChange(selection as unknown as Partial<Settings>)}
        isRequired={!field.isOptional}
        {...(field.label === undefined ? {} : { label: field.label })}
      />
    );
  }
  // The types of the list hold each key to a setting of the field's kind.
  const value = settings[field.key] as never;
  const set = (next: unknown) => onChange({ [field.key]: next } as Partial<Settings>);
  switch (field.kind) {
    case 'text': {
      const { label, description, placeholder, lines = 1 } = field;
      const text = {
        ...{ label, description, placeholder, value },
        onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
      };
      if (lines === 1) return <TextInput {...text} />;
      return <Textarea {...text} className={classes.wide ?? ''} autosize minRows={lines} />;
    }
    case 'number': {
      const { kind: _, key: _key, isShown: _isShown, isDisabled, ...rest } = field;
      return <NumberField {...rest} isDisabled={isDisabled?.(settings) ?? false} value={value} onChange={set} />;
    }
    case 'required': {
      const { kind: _, key: _key, isShown: _isShown, ...rest } = field;
      return <RequiredNumber {...rest} value={value} onChange={set} />;
    }
    case 'slider': {
      const { kind: _, key: _key, isShown: _isShown, ...rest } = field;
      return <SliderField {...rest} value={value} onChange={set} />;
    }
    case 'switch':
      return <SwitchField label={field.label} value={value} onChange={set} />;
    case 'choice':
      return (
        <Select
          label={field.label}
          description={field.description}
          allowDeselect={false}
          data={field.options}
          value={value}
          onChange={(chosen) => chosen !== null && set(chosen)}
        />
      );
    case 'colour':
      return <ColourField label={field.label} value={value} defaultColour={field.defaultColour} onChange={set} />;
  }
}
