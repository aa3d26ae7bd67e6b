import { NumberEntry } from '#ui/form/NumberEntry.tsx';

interface NumberFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Shown while the field is empty, e.g. `Automatic`. */
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  suffix?: string;
  /** The label is for screen readers only, as in a table with a header. */
  isLabelHidden?: boolean;
}

/** A number, or null while the field is empty. */
export function NumberField({
  label,
  value,
  onChange,
  isRequired,
  isDisabled,
  isLabelHidden,
  ...rest
}: NumberFieldProps) {
  return (
    <NumberEntry
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...rest}
      value={value}
      required={isRequired ?? false}
      disabled={isDisabled ?? false}
      error={isRequired && value === null ? 'Required' : undefined}
      clampBehavior="blur"
      onChange={onChange}
    />
  );
}
