import type { definitions } from '@telltale/contract';

type DataItem = definitions.DataItemDefinition;
export type ItemField = 'unit' | 'decimals' | 'min' | 'max' | 'defaultValue' | 'retentionDays';

interface FieldKind {
  readonly field: ItemField;
  readonly header: string;
  readonly isNumber: boolean;
  /** What an empty field means. */
  readonly placeholder: string;
  /** Why a text cannot be saved; undefined: it can. */
  readonly fault: (text: string, item: DataItem) => string | undefined;
}

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text));

function wholeUpTo(most: number, what: string): FieldKind['fault'] {
  return (text) => {
    if (text === '' || (/^\d+$/.test(text) && Number(text) <= most)) return undefined;
    return `${what} are a whole number from 0 to ${most.toLocaleString('en')}.`;
  };
}

function scaleEnd(field: 'min' | 'max'): FieldKind['fault'] {
  return (text, { display }) => {
    if (text === '') return undefined;
    if (!isNumber(text)) return 'The scale ends at numbers.';
    const { min, max } = { ...display, ...(field === 'min' ? { min: Number(text) } : { max: Number(text) }) };
    return min !== null && max !== null && min >= max ? 'The scale must end above where it begins.' : undefined;
  };
}

/** What is edited in the table of data items, in the order of its columns. */
export const itemFields: readonly FieldKind[] = [
  {
    field: 'unit',
    header: 'Unit',
    isNumber: false,
    placeholder: '',
    fault: (text) => (text.length > 64 ? 'A unit has at most 64 characters.' : undefined),
  },
  { field: 'decimals', header: 'Decimals', isNumber: true, placeholder: 'auto', fault: wholeUpTo(12, 'Decimals') },
  { field: 'min', header: 'Scale min', isNumber: true, placeholder: 'auto', fault: scaleEnd('min') },
  { field: 'max', header: 'Scale max', isNumber: true, placeholder: 'auto', fault: scaleEnd('max') },
  {
    field: 'defaultValue',
    header: 'Default value',
    isNumber: true,
    placeholder: '0',
    fault: (text) => (text === '' || isNumber(text) ? undefined : 'A default value is a number.'),
  },
  {
    field: 'retentionDays',
    header: 'Keep (days)',
    isNumber: true,
    placeholder: 'as all',
    fault: wholeUpTo(36_500, 'Days'),
  },
];

/** A field as it stands in the table; empty for what is not set. */
export function textOf(item: DataItem, field: ItemField): string {
  if (field === 'unit') return item.unit;
  if (field === 'defaultValue' || field === 'retentionDays') return item[field] === 0 ? '' : String(item[field]);
  return item.display[field] === null ? '' : String(item.display[field]);
}

/** What is sent when one field was changed: what is left out stays as it is, also where somebody else has changed it since. */
export function withField({ label }: DataItem, field: ItemField, text: string) {
  if (field === 'unit') return { label, unit: text };
  if (field === 'defaultValue') return { label, defaultValue: Number(text) };
  if (field === 'retentionDays') return { label, retentionDays: Number(text) };
  return { label, display: { [field]: text === '' ? null : Number(text) } };
}
