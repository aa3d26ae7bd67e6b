import { NativeSelect } from '@mantine/core';
import { metaText, readMeta, valueAt, withField } from './meta-fields.ts';

const SELECTION = ['details', 'selection'];

interface PartNumberFieldProps {
  /** Part numbers of the event definition; with none of them there is nothing to choose. */
  options: readonly string[];
  meta: string;
  isReadOnly: boolean;
  onChange: (meta: string) => void;
}

/** Which part was used: `details.selection` of the meta. */
export function PartNumberField({ options, meta, isReadOnly, onChange }: PartNumberFieldProps) {
  if (options.length === 0) return null;
  const fields = readMeta(meta);
  const selection = valueAt(fields ?? {}, SELECTION);
  const chosen = typeof selection === 'string' ? selection : '';
  return (
    <NativeSelect
      label="Part Number"
      disabled={isReadOnly || fields === undefined}
      value={chosen}
      data={[{ value: '', label: 'None' }, ...new Set([...options, ...(chosen === '' ? [] : [chosen])])]}
      onChange={({ currentTarget }) =>
        onChange(metaText(withField(fields ?? {}, SELECTION, currentTarget.value || undefined)))
      }
    />
  );
}
