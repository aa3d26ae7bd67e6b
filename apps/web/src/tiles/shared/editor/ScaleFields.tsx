import { NumberField } from './NumberField.tsx';

interface ScaleFieldsProps {
  settings: { min: number | null; max: number | null };
  onChange: (change: { min?: number | null; max?: number | null }) => void;
}

/** The ends of a tile's scale; one left empty is its data item's. */
export function ScaleFields({ settings, onChange }: ScaleFieldsProps) {
  const placeholder = 'From the data item';
  return (
    <>
      <NumberField label="Min" placeholder={placeholder} value={settings.min} onChange={(min) => onChange({ min })} />
      <NumberField label="Max" placeholder={placeholder} value={settings.max} onChange={(max) => onChange({ max })} />
    </>
  );
}
