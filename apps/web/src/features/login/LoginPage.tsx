import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { returnPath } from '#app/return-path.ts';
import { useSessionStore } from '#app/session-store.ts';
import { LoggedIn } from './LoggedIn.tsx';
import { LoginForm } from './LoginForm.tsx';
import classes from './login.module.css';

/** Login, or what to do next for who is logged in already (spec 2 §2.3). */
export function LoginPage() {
  useDocumentTitle('Log in – Telltale');
  const search = useSearch();
  const [, navigate] = useLocation();
  const isValid = useSessionStore((session) => session.state === 'valid');
  const notice = useSessionStore((session) => session.notice);
  // Who has just logged in is on the way to the page asked for; the prompt would only flash.
  const [isLeaving, setLeaving] = useState(false);

  const leave = () => {
    setLeaving(true);
    navigate(returnPath(search), { replace: true });
  };

  return (
    <div className={classes.page}>
      <div className={classes.panel}>
        {isValid && !isLeaving ? <LoggedIn /> : <LoginForm notice={notice} onLoggedIn={leave} />}
      </div>
    </div>
  );
}
