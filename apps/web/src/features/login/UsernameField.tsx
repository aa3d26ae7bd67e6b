import { TextInput } from '@mantine/core';

interface UsernameFieldProps {
  value: string;
  onChange: (username: string) => void;
  autoFocus?: boolean;
  required?: boolean;
}

/** The name of an account. Password managers fill it in by its name. */
export function UsernameField({ onChange, ...props }: UsernameFieldProps) {
  return (
    <TextInput
      label="Username"
      size="sm"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...props}
    />
  );
}
