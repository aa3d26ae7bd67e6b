import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'wouter';
import { logIn } from '#app/session.ts';
import { DemoLogin } from './DemoLogin.tsx';
import classes from './login.module.css';

const LoginErrorDialog = lazy(() =>
  import('./LoginErrorDialog.tsx').then((part) => ({ default: part.LoginErrorDialog })),
);

const ResetButton = lazy(() => import('./ResetButton.tsx').then((part) => ({ default: part.ResetButton })));

interface LoginFormProps {
  /** Why the form is shown, e.g. 'Login has expired.' */
  notice: string | undefined;
  onLoggedIn: () => void;
}

/** Username and password. A failure shakes the form and opens the dialog 'Login Error' with the portal's words. */
export function LoginForm({ notice, onLoggedIn }: LoginFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);

  const attempt = async (name: string, secret: string) => {
    setBusy(true);
    setFailure(undefined);
    const message = await logIn(name, secret);
    setBusy(false);
    if (message === undefined) {
      onLoggedIn();
      return;
    }
    setFailure(message);
    setDialogOpen(true);
  };

  const closeDialog = () => {
    setDialogOpen(false);
    passwordField.current?.select();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void attempt(username, password);
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
      <form className={classes.form} data-shake={failure !== undefined} onSubmit={submit}>
        <TextInput
          label="Username"
          size="sm"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          size="sm"
          name="password"
          autoComplete="current-password"
          ref={passwordField}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={failure}
        />
        <Button type="submit" size="sm" loading={isBusy}>
          Login
        </Button>
      </form>
      <Suspense>
        <ResetButton username={username} label="Reset Password" />
      </Suspense>
      <DemoLogin isBusy={isBusy} onChoose={(name, secret) => void attempt(name, secret)} />
      <p className={classes.foot}>
        <Link href="/register">Register an account</Link>
      </p>
      <Suspense>
        {isDialogOpen && failure !== undefined ? <LoginErrorDialog message={failure} onClose={closeDialog} /> : null}
      </Suspense>
    </>
  );
}
