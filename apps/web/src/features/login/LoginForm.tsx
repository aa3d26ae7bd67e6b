import { Button, PasswordInput } from '@mantine/core';
import { IconInfoCircle, IconUpload } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useAwaitingLogin } from '#session/awaiting-login.ts';
import { type LoginFailure, logIn } from '#session/session.ts';
import classes from './login.module.css';
import { OtherLogins } from './OtherLogins.tsx';
import { UsernameField } from './UsernameField.tsx';

const LoginErrorDialog = lazy(() =>
  import('./LoginErrorDialog.tsx').then((part) => ({ default: part.LoginErrorDialog })),
);

const CodeField = lazy(() => import('./CodeField.tsx').then((part) => ({ default: part.CodeField })));

const ResetButton = lazy(() => import('./ResetButton.tsx').then((part) => ({ default: part.ResetButton })));

interface LoginFormProps {
  /** Why the form is shown, e.g. 'Login has expired.' */
  notice: string | undefined;
  /** A login is on its way: the session that comes is this form's. */
  onBegin: () => void;
  onLoggedIn: () => void;
}

/**
 * Username and password, and the code of the second factor once the portal asks for it. A failure shakes the form
 * and opens the dialog 'Login Error' with the portal's words.
 */
export function LoginForm({ notice, onBegin, onLoggedIn }: LoginFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [code, setCode] = useState<string>();
  const [failure, setFailure] = useState<LoginFailure>();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isUploadWaiting = useAwaitingLogin(({ isUpload }) => isUpload);
  const passwordField = useRef<HTMLInputElement>(null);

  const attempt = async (name: string, secret: string, factor?: string) => {
    onBegin();
    setBusy(true);
    setFailure(undefined);
    const failed = await logIn(name, secret, factor);
    setBusy(false);
    if (failed === undefined) {
      onLoggedIn();
      return;
    }
    if (failed.wantsCode) setCode('');
    // The first request for a code is no failure: the password was right.
    if (failed.wantsCode && factor === undefined) return;
    setFailure(failed);
    setDialogOpen(true);
  };

  const closeDialog = () => {
    setDialogOpen(false);
    if (code === undefined) passwordField.current?.select();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void attempt(username, password, code);
  };

  return (
    <>
      <h1 className={classes.title}>Log in</h1>
      {notice && !failure ? (
        <p className={classes.notice} role="status">
          <IconInfoCircle size={16} aria-hidden />
          {notice}
        </p>
      ) : null}
      {isUploadWaiting ? (
        <p className={classes.notice} role="status">
          <IconUpload size={16} aria-hidden />
          What was being uploaded goes on once its user has logged in again.
        </p>
      ) : null}
      <form className={classes.form} data-shake={failure !== undefined} onSubmit={submit}>
        <UsernameField
          autoFocus
          value={username}
          onChange={(name) => {
            setUsername(name);
            setCode(undefined);
          }}
        />
        <PasswordInput
          label="Password"
          size="sm"
          name="password"
          autoComplete="current-password"
          ref={passwordField}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={failure?.wantsCode === false ? failure.message : undefined}
        />
        <Suspense>
          {code === undefined ? null : (
            <CodeField value={code} onChange={setCode} error={failure?.wantsCode ? failure.message : undefined} />
          )}
        </Suspense>
        <Button type="submit" size="sm" loading={isBusy}>
          Login
        </Button>
      </form>
      <Suspense>
        <ResetButton username={username} label="Reset Password" />
      </Suspense>
      <OtherLogins isBusy={isBusy} onDemo={(name, secret) => void attempt(name, secret)} />
      <p className={classes.foot}>
        <Link href="/register">Register an account</Link>
      </p>
      <Suspense>
        {isDialogOpen && failure !== undefined ? (
          <LoginErrorDialog message={failure.message} onClose={closeDialog} />
        ) : null}
      </Suspense>
    </>
  );
}
