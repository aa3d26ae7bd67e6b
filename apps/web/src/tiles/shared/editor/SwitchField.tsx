import { Switch } from '@mantine/core';

interface SwitchFieldProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A setting that is on or off. */
export function SwitchField({ label, value, onChange }: SwitchFieldProps) {
  return <Switch label={label} checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />;
}
