import { useDocumentTitle } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { returnPath } from '#app/return-path.ts';
import { useSessionStore } from '#app/session-store.ts';
import { LoggedIn } from './LoggedIn.tsx';
import { LoginForm } from './LoginForm.tsx';
import classes from './login.module.css';

const SetPasswordForm = lazy(() => import('./SetPasswordForm.tsx').then((part) => ({ default: part.SetPasswordForm })));

/** Login, or what to do next for who is logged in already (spec 2 §2.3). */
export function LoginPage() {
  useDocumentTitle('Log in – Telltale');
  const search = useSearch();
  const [, navigate] = useLocation();
  const isValid = useSessionStore((session) => session.state === 'valid');
  const notice = useSessionStore((session) => session.notice);
  // Who has just logged in is on the way to the page asked for; the prompt would only flash.
  const [isLeaving, setLeaving] = useState(false);

  const query = new URLSearchParams(search);
  const changeId = query.get('changeId');

  const leave = () => {
    setLeaving(true);
    navigate(returnPath(search), { replace: true });
  };

  const panel = () => {
    if (changeId !== null && !isLeaving) {
      return <SetPasswordForm changeId={changeId} givenName={query.get('username') ?? ''} onLoggedIn={leave} />;
    }
    return isValid && !isLeaving ? <LoggedIn /> : <LoginForm notice={notice} onLoggedIn={leave} />;
  };

  return (
    <div className={classes.page}>
      <div className={classes.panel}>
        <Suspense>{panel()}</Suspense>
      </div>
    </div>
  );
}
