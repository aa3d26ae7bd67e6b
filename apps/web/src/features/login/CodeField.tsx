import { TextInput } from '@mantine/core';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  /** What is wrong with the code; the request for it is no error. */
  error?: string | undefined;
  /** It appears because it is asked for. */
  autoFocus?: boolean;
}

/** The code of the authenticator app. Password managers and phones fill it in by its name. */
export function CodeField({ value, onChange, error, autoFocus = true }: CodeFieldProps) {
  return (
    <TextInput
      label="Code"
      description="Six digits of your authenticator app, or one of your recovery codes."
      size="sm"
      name="one-time-code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={autoFocus}
      required
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
}
