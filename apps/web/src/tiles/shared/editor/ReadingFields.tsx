import { TextInput } from '@mantine/core';
import type { DataItemSelection } from '@telltale/contract';
import { DataItemPicker } from '#tile-kit/pickers/DataItemPicker.tsx';
import { useReading } from '#tile-kit/readings/use-reading.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { PlainFields } from './PlainFields.tsx';
import { DECIMALS } from './plain-field.ts';

interface ReadingSettings extends DataItemSelection {
  name: string;
  unit: string;
  decimals: number | null;
}

interface ReadingFieldsProps {
  settings: ReadingSettings;
  onChange: (change: Partial<ReadingSettings>) => void;
}

/** The one data item of a tile, and how its value is called and rounded. */
export function ReadingFields({ settings, onChange }: ReadingFieldsProps) {
  const reading = useReading(settings);
  return (
    <FieldGroup>
      <DataItemPicker value={settings} onChange={onChange} isRequired />
      <TextInput
        label="Name"
        placeholder={reading.name || 'From the data item'}
        value={settings.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label="Unit"
        placeholder={reading.unit || 'From the data item'}
        value={settings.unit}
        onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
      />
      <PlainFields fields={[DECIMALS]} settings={settings} onChange={onChange} />
    </FieldGroup>
  );
}
