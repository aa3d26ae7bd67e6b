import { RequiredNumber } from './RequiredNumber.tsx';

interface DecimalsFieldProps {
  value: number;
  onChange: (change: { decimals: number }) => void;
}

/** To how many decimals a tile rounds. */
export function DecimalsField({ value, onChange }: DecimalsFieldProps) {
  return (
    <RequiredNumber label="Decimals" min={0} max={12} value={value} onChange={(decimals) => onChange({ decimals })} />
  );
}
