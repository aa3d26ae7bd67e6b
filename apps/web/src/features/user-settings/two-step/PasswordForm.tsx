import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import classes from '../user-settings.module.css';

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
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await onPassword(password);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <p className={classes.lead}>{lead}</p>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        required
        value={password}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value);
          setProblem(undefined);
        }}
        error={problem}
      />
      <div className={classes.formActions}>
        <Button type="submit" loading={isBusy} {...(isDestructive ? { color: 'red' } : {})}>
          {label}
        </Button>
      </div>
    </form>
  );
}
