import { z } from 'zod';
import { controlFields } from '#tiles/shared/control/control-settings.ts';
import { booleanField, choiceField, listField, optionalNumberField, textField } from '#tiles/shared/settings/fields.ts';
import { type FormField, type FormValues, valueIn, valueWords } from '#ui/dynamic-form/form-field.ts';

export const FIELD_TYPES = ['number', 'text', 'boolean', 'enum'] as const;
export const MOST_FIELDS = 50;

export const commandFieldSchema = z.looseObject({
  /** Key of its value in the parameter. */
  name: textField(),
  /** '' is the name. */
  label: textField(),
  type: choiceField(FIELD_TYPES, 'number'),
  unit: textField(),
  min: optionalNumberField(),
  max: optionalNumberField(),
  /** Of a choice: its values, separated by commas. */
  options: textField(),
  required: booleanField(true),
});
export type CommandField = z.infer<typeof commandFieldSchema>;

export const commandFormSettingsSchema = z.object({
  ...controlFields,
  fields: listField(commandFieldSchema),
});
export type CommandFormSettings = z.infer<typeof commandFormSettingsSchema>;

/** The form as it is drawn; fields without a name send nothing and are left out, as is a name for the second time. */
export function formFields({ fields }: Pick<CommandFormSettings, 'fields'>): FormField[] {
  const named = fields.slice(0, MOST_FIELDS).filter(({ name }) => name.trim() !== '');
  const once = named.filter(({ name }, index) => named.findIndex((other) => other.name === name) === index);
  return once.map(({ name, label, type, unit, min, max, options, required }): FormField => {
    const common = { name, label: label || name, required };
    if (type === 'text') return { ...common, type, maxLength: 10_000 };
    if (type === 'boolean') return { ...common, type, required: false };
    if (type === 'enum') {
      const values = [...new Set(options.split(',').map((option) => option.trim()))].filter((option) => option !== '');
      return { ...common, type, options: values.map((value) => ({ value, label: value })) };
    }
    return {
      ...{ ...common, type },
      ...(unit === '' ? {} : { unit }),
      ...(min === null ? {} : { min }),
      ...(max === null ? {} : { max }),
    };
  });
}

/** What is sent: a value for each field that has one, a switch that was not touched as false. */
export function parameterOf(fields: readonly FormField[], values: FormValues): Record<string, unknown> {
  const entries = fields.flatMap((field): [string, unknown][] => {
    if (field.type === 'separator') return [];
    const value = valueIn(values, field.name) ?? (field.type === 'boolean' ? false : null);
    return value === null || value === '' ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
}

/** What was sent, by the names of the fields: `Gain 3 %, Ramp yes`. */
export function parameterText(fields: readonly FormField[], parameter: unknown): string {
  if (typeof parameter !== 'object' || parameter === null) return String(parameter);
  const byName = new Map(fields.flatMap((field) => (field.type === 'separator' ? [] : [[field.name, field]])));
  return Object.entries(parameter)
    .map(([name, value]) => {
      const field = byName.get(name);
      return `${field?.label ?? name} ${valueWords(field, value)}`;
    })
    .join(', ');
}
