import { useDocumentTitle } from '@mantine/hooks';
import { accounts } from '@telltale/contract';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { returnPath } from '#session/return-path.ts';
import { useSessionStore } from '#session/session-store.ts';
import { portalName } from '#ui/page/portal-name.ts';
import { LoggedIn } from './LoggedIn.tsx';
import { LoginForm } from './LoginForm.tsx';
import classes from './login.module.css';

const LoginErrorDialog = lazy(() =>
  import('./LoginErrorDialog.tsx').then((part) => ({ default: part.LoginErrorDialog })),
);
const AlreadyLoggedInDialog = lazy(() =>
  import('./AlreadyLoggedInDialog.tsx').then((part) => ({ default: part.AlreadyLoggedInDialog })),
);
const SetPasswordForm = lazy(() => import('./SetPasswordForm.tsx').then((part) => ({ default: part.SetPasswordForm })));

/** Login, or what to do next for who is logged in already (spec 2 §2.3). */
export function LoginPage() {
  useDocumentTitle(`Log in – ${portalName()}`);
  const search = useSearch();
  const [, navigate] = useLocation();
  const isValid = useSessionStore((session) => session.state === 'valid');
  const notice = useSessionStore((session) => session.notice);
  // Who has just logged in is on the way to the page asked for; the prompt would only flash.
  const [isLeaving, setLeaving] = useState(false);

  const query = new URLSearchParams(search);
  const externalFailure = failureOf(query.get('loginError'));

  // Whoever typed here and finds the form gone is told why: another tab logged in.
  const hadForm = useRef(!isValid);
  const isLoggingIn = useRef(false);
  const [isOvertaken, setOvertaken] = useState(false);
  useEffect(() => {
    if (isValid && hadForm.current && !isLoggingIn.current) setOvertaken(true);
    hadForm.current = !isValid;
  }, [isValid]);
  const begin = () => {
    isLoggingIn.current = true;
  };

  const changeId = query.get('changeId');

  const leave = () => {
    setLeaving(true);
    navigate(returnPath(search), { replace: true });
  };

  const panel = () => {
    if (changeId !== null && !isLeaving) {
      return (
        <SetPasswordForm
          changeId={changeId}
          givenName={query.get('username') ?? ''}
          onBegin={begin}
          onLoggedIn={leave}
        />
      );
    }
    return isValid && !isLeaving ? <LoggedIn /> : <LoginForm notice={notice} onBegin={begin} onLoggedIn={leave} />;
  };

  return (
    <div className={classes.page}>
      <div className={classes.panel}>
        <Suspense>{panel()}</Suspense>
      </div>
      <Suspense>
        {externalFailure === undefined || isValid ? null : (
          <LoginErrorDialog message={externalFailure} onClose={() => navigate('/login', { replace: true })} />
        )}
        {isOvertaken && isValid ? <AlreadyLoggedInDialog onClose={() => setOvertaken(false)} /> : null}
      </Suspense>
    </div>
  );
}

/** The address carries a code and never words, which anybody could put there. */
function failureOf(code: string | null): string | undefined {
  const texts: Readonly<Record<string, string>> = accounts.externalLoginFailures;
  if (code === null) return undefined;
  return Object.hasOwn(texts, code) ? texts[code] : texts.failed;
}
