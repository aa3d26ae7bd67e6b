import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { setPassword } from '#app/session.ts';
import { CodeField } from './CodeField.tsx';
import classes from './login.module.css';
import { ResetButton } from './ResetButton.tsx';

interface SetPasswordFormProps {
  changeId: string;
  /** As the mailed link names it. */
  givenName: string;
  onBegin: () => void;
  onLoggedIn: () => void;
}

export const MISMATCH = 'Passwords do not match';

/** Sets the password that a reset link is for (spec 2 §2.3). */
export function SetPasswordForm({ changeId, givenName, onBegin, onLoggedIn }: SetPasswordFormProps) {
  const [username, setUsername] = useState(givenName);
  const [password, setNewPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [code, setCode] = useState<string>();
  const [isExpired, setExpired] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isMismatch = confirmation !== '' && confirmation !== password;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== confirmation) {
      setProblem(MISMATCH);
      return;
    }
    onBegin();
    setBusy(true);
    const failure = await setPassword(changeId, username.trim(), password, code);
    setBusy(false);
    setExpired(failure === 'expired');
    setProblem(typeof failure === 'object' ? failure.message : undefined);
    if (typeof failure === 'object' && failure.wantsCode) setCode('');
    if (failure === undefined) onLoggedIn();
  }

  return (
    <>
      <h1 className={classes.title}>Set your password</h1>
      {isExpired ? (
        <p className={classes.problem} role="alert">
          This link has expired. Links work once, within 60 minutes.
        </p>
      ) : null}
      <form
        className={classes.form}
        data-shake={isExpired || problem !== undefined}
        onSubmit={(event) => void submit(event)}
      >
        <TextInput
          label="Username"
          size="sm"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={username}
          onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          description="At least 10 characters."
          size="sm"
          autoComplete="new-password"
          required
          value={password}
          onChange={({ currentTarget }) => {
            setNewPassword(currentTarget.value);
            setProblem(undefined);
          }}
          error={problem === MISMATCH || code !== undefined ? undefined : problem}
        />
        <PasswordInput
          label="Confirm password"
          size="sm"
          autoComplete="new-password"
          required
          value={confirmation}
          onChange={({ currentTarget }) => {
            setConfirmation(currentTarget.value);
            setProblem(undefined);
          }}
          error={isMismatch || problem === MISMATCH ? MISMATCH : undefined}
        />
        {code === undefined ? null : <CodeField value={code} onChange={setCode} error={problem} />}
        <Button type="submit" size="sm" loading={isBusy}>
          Set password
        </Button>
      </form>
      <ResetButton username={username} label="Send a new link" />
    </>
  );
}
