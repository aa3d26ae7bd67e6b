import type { commandDefinitions } from '@telltale/contract';

type Field = commandDefinitions.CommandField;

/** One field of a command's form as it is typed; what a type does not have stays where it is until it is saved. */
export interface FieldRow {
  readonly key: number;
  readonly name: string;
  readonly type: Field['type'];
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly maxLength: number | null;
  /** One on each line; '' for no choice. */
  readonly choices: string;
  /** '' for none. */
  readonly first: string;
  readonly isRequired: boolean;
}

export const TYPES: readonly { value: Field['type']; label: string }[] = [
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'string', label: 'Text' },
  { value: 'boolean', label: 'Switch' },
];

export function emptyRow(key: number): FieldRow {
  return {
    key,
    name: '',
    type: 'number',
    title: '',
    description: '',
    unit: '',
    minimum: null,
    maximum: null,
    maxLength: null,
    choices: '',
    first: '',
    isRequired: true,
  };
}

export function rowOf(key: number, name: string, field: Field, isRequired: boolean): FieldRow {
  return {
    key,
    name,
    type: field.type,
    title: field.title ?? '',
    description: field.description ?? '',
    unit: field.unit ?? '',
    minimum: field.minimum ?? null,
    maximum: field.maximum ?? null,
    maxLength: field.maxLength ?? null,
    choices: (field.enum ?? []).join('\n'),
    first: field.default === undefined ? '' : String(field.default),
    isRequired,
  };
}

const isNumeric = ({ type }: FieldRow) => type === 'number' || type === 'integer';

function choicesOf({ choices }: FieldRow): string[] {
  return choices
    .split('\n')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
}

function isOfType(text: string, { type }: FieldRow): boolean {
  if (type === 'string') return true;
  if (type === 'boolean') return text === 'true' || text === 'false';
  return text.trim() !== '' && Number.isFinite(Number(text)) && (type === 'number' || Number.isInteger(Number(text)));
}

/** What is wrong with it; undefined: nothing. */
export function problemOfRow(row: FieldRow): string | undefined {
  const name = row.name.trim();
  if (name === '') return 'A field needs a name.';
  const { minimum, maximum } = row;
  if (isNumeric(row) && minimum !== null && maximum !== null && minimum > maximum) {
    return `${name}: Max must not be below Min.`;
  }
  const kind = row.type === 'integer' ? 'a whole number' : 'a number';
  const strange = choicesOf(row).find((choice) => row.type !== 'boolean' && !isOfType(choice, row));
  if (strange !== undefined) return `${name}: the choice '${strange}' is not ${kind}.`;
  if (row.first !== '' && !isOfType(row.first, row)) {
    return `${name}: what it begins with is not ${row.type === 'boolean' ? 'true or false' : kind}.`;
  }
  const choices = choicesOf(row);
  if (row.first !== '' && row.type !== 'boolean' && choices.length > 0 && !choices.includes(row.first.trim())) {
    return `${name}: what it begins with is none of its choices.`;
  }
  return undefined;
}

/** The field as JSON Schema has it; of a row without a problem. */
export function schemaOf(row: FieldRow): Field {
  const read = (text: string): string | number => (isNumeric(row) ? Number(text) : text);
  const choices = row.type === 'boolean' ? [] : choicesOf(row).map(read);
  const { type, minimum, maximum, maxLength } = row;
  return {
    type,
    ...(row.title.trim() === '' ? {} : { title: row.title.trim() }),
    ...(row.description.trim() === '' ? {} : { description: row.description.trim() }),
    ...(isNumeric(row) && row.unit.trim() !== '' ? { unit: row.unit.trim() } : {}),
    ...(isNumeric(row) && minimum !== null ? { minimum } : {}),
    ...(isNumeric(row) && maximum !== null ? { maximum } : {}),
    ...(type === 'string' && maxLength !== null ? { maxLength } : {}),
    ...(choices.length > 0 ? { enum: choices } : {}),
    ...(row.first === '' ? {} : { default: type === 'boolean' ? row.first === 'true' : read(row.first.trim()) }),
  };
}
