import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { setPassword } from '#session/session.ts';
import { MISMATCH, NewPasswordFields } from '#ui/form/NewPasswordFields.tsx';
import { CodeField } from './CodeField.tsx';
import classes from './login.module.css';
import { ResetButton } from './ResetButton.tsx';
import { UsernameField } from './UsernameField.tsx';

interface SetPasswordFormProps {
  changeId: string;
  /** As the mailed link names it. */
  givenName: string;
  onBegin: () => void;
  onLoggedIn: () => void;
}

/** Sets the password that a reset link is for (spec 2 §2.3). */
export function SetPasswordForm({ changeId, givenName, onBegin, onLoggedIn }: SetPasswordFormProps) {
  const [username, setUsername] = useState(givenName);
  const [passwords, setPasswords] = useState({ password: '', confirmation: '' });
  const [isBusy, setBusy] = useState(false);
  const [code, setCode] = useState<string>();
  const [isExpired, setExpired] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { password, confirmation } = passwords;

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
        <UsernameField required value={username} onChange={setUsername} />
        <NewPasswordFields
          {...passwords}
          confirmLabel="Confirm password"
          onChange={(part) => {
            setPasswords((before) => ({ ...before, ...part }));
            setProblem(undefined);
          }}
          error={problem === MISMATCH || code !== undefined ? undefined : problem}
          isRefused={problem === MISMATCH}
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
