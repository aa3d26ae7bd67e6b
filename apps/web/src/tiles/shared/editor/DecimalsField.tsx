import { NumberField } from './NumberField.tsx';

interface DecimalsFieldProps {
  value: number | null;
  onChange: (change: { decimals: number | null }) => void;
  /** What counts while it is empty. */
  placeholder?: string;
}

/** To how many decimals a tile rounds; empty: as many as its data item has. */
export function DecimalsField({ value, onChange, placeholder = 'From the data item' }: DecimalsFieldProps) {
  return (
    <NumberField
      label="Decimals"
      placeholder={placeholder}
      min={0}
      max={12}
      value={value}
      onChange={(decimals) => onChange({ decimals })}
    />
  );
}
