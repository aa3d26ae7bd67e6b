import { PasswordInput } from '@mantine/core';
import { refusalOf } from '#api/api-error.ts';
import classes from '../user-settings.module.css';
import { StepForm } from './StepForm.tsx';

interface PasswordFormProps {
  lead: string;
  /** On the button. */
  label: string;
  isDestructive: boolean;
  /** Does what the password is for; what it throws is shown. */
  onPassword: (password: string) => Promise<void>;
}

/** Asks for the user's password again. */
export function PasswordForm({ lead, label, isDestructive, onPassword }: PasswordFormProps) {
  return (
    <StepForm
      label={label}
      isDestructive={isDestructive}
      onSubmit={(password) => refusalOf(onPassword(password))}
      field={(props) => <PasswordInput label="Password" autoComplete="current-password" {...props} />}
    >
      <p className={classes.lead}>{lead}</p>
    </StepForm>
  );
}
