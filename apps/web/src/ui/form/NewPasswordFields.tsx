import { PasswordInput } from '@mantine/core';

export const MISMATCH = 'Passwords do not match';

interface NewPassword {
  password: string;
  confirmation: string;
}

interface NewPasswordFieldsProps extends NewPassword {
  confirmLabel: string;
  onChange: (part: Partial<NewPassword>) => void;
  /** What is wrong with the password. */
  error?: string | undefined;
  /** Whether the two were sent although they differ. */
  isRefused?: boolean;
}

/** A new password, twice. That they differ is said as soon as there is something in both. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { password, confirmation, confirmLabel, onChange, error, isRefused = false } = props;
  const isMismatch = confirmation !== '' && confirmation !== password;
  const field = { size: 'sm', autoComplete: 'new-password', required: true } as const;
  return (
    <>
      <PasswordInput
        {...field}
        label="Password"
        description="At least 10 characters."
        value={password}
        onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        error={error}
      />
      <PasswordInput
        {...field}
        label={confirmLabel}
        value={confirmation}
        onChange={({ currentTarget }) => onChange({ confirmation: currentTarget.value })}
        error={isMismatch || isRefused ? MISMATCH : undefined}
      />
    </>
  );
}
