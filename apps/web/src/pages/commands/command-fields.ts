import type { commandDefinitions } from '@telltale/contract';
import type { FormField, FormValue, FormValues } from '#ui/dynamic-form/form-field.ts';

type Form = commandDefinitions.CommandForm;

/** The form of a template as fields. */
export function fieldsOf({ properties, required = [] }: Form): FormField[] {
  return Object.entries(properties).map(([name, field]) => {
    const { title, description, unit, minimum, maximum, maxLength } = field;
    const common = {
      name,
      label: title ?? name,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
    };
    if (field.enum) {
      return {
        ...common,
        type: 'enum',
        options: field.enum.map((choice) => ({ value: String(choice), label: String(choice) })),
      };
    }
    if (field.type === 'boolean') return { ...common, type: 'boolean' };
    if (field.type === 'string') {
      return { ...common, type: 'text', ...(maxLength === undefined ? {} : { maxLength }) };
    }
    return {
      ...common,
      type: 'number',
      ...(field.type === 'integer' ? { isWhole: true } : {}),
      ...(unit === undefined ? {} : { unit }),
      ...(minimum === undefined ? {} : { min: minimum }),
      ...(maximum === undefined ? {} : { max: maximum }),
    };
  });
}

/** What the form holds when it is opened; a switch that nobody has touched is off. */
export function firstValues({ properties }: Form): FormValues {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]): [string, FormValue] => {
      if (field.default !== undefined) return [name, field.enum ? String(field.default) : field.default];
      return [name, field.type === 'boolean' ? false : null];
    }),
  );
}

/** What was filled in, as the portal takes it: choices in their own type again. */
export function sentValues({ properties }: Form, values: FormValues): Record<string, FormValue> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const value = values[name] ?? null;
      const choice = field.enum?.find((one) => String(one) === value);
      return [name, choice ?? value];
    }),
  );
}
