interface NamedField {
  /** Key of its value. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  /** Marked, and missed by `missingFields` while it is empty. */
  readonly required?: boolean;
}

export interface TextField extends NamedField {
  readonly type: 'text';
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Lines shown; more than one makes it a field of several lines. */
  readonly lines?: number;
}

export interface EnumField extends NamedField {
  readonly type: 'enum';
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder?: string;
}

export interface BooleanField extends NamedField {
  readonly type: 'boolean';
}

export interface NumberField extends NamedField {
  readonly type: 'number';
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  /** Takes whole numbers only. */
  readonly isWhole?: boolean;
}

/** Its value is ISO 8601 in UTC; it is typed as the clock of a zone shows it. */
export interface DateTimeField extends NamedField {
  readonly type: 'datetime';
}

/** A line between groups of fields, with a heading where there is one. */
export interface SeparatorField {
  readonly type: 'separator';
  readonly label?: string;
}

/** One field of a form that is data (spec 2 §2.5 'generic dynamic form renderer'). */
export type FormField = TextField | EnumField | BooleanField | NumberField | DateTimeField | SeparatorField;

/** Null: empty. */
export type FormValue = string | number | boolean | null;
export type FormValues = Readonly<Record<string, FormValue>>;

/** The value of a field; null: empty. A field may be called as what every object has: `constructor`. */
export function valueIn(values: FormValues, name: string): FormValue {
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null;
}

/** A value as its field is read by people: `3 %`, `yes`, the word of a choice. */
export function valueWords(field: FormField | undefined, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field?.type === 'number' && field.unit) return `${value} ${field.unit}`;
  if (field?.type === 'enum') return field.options.find((option) => option.value === value)?.label ?? String(value);
  return String(value);
}

/** What was filled in, field by field: `Gain 3 %, Ramp yes`; empty fields are left out. */
export function filledWords(fields: readonly FormField[], values: FormValues): string {
  return fields
    .flatMap((field) => {
      const value = field.type === 'separator' ? null : valueIn(values, field.name);
      return value === null || value === '' ? [] : [`${field.label} ${valueWords(field, value)}`];
    })
    .join(', ');
}

/** The names of required fields that are empty; false is an answer, blanks are none. */
export function missingFields(fields: readonly FormField[], values: FormValues): string[] {
  return fields.flatMap((field) => {
    if (field.type === 'separator' || field.required !== true) return [];
    const value = valueIn(values, field.name);
    const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
    return isEmpty ? [field.name] : [];
  });
}
