import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useSessionStore } from '#session/session-store.ts';
import { portalName } from '#ui/page/portal-name.ts';
import { AccountExistsDialog } from './AccountExistsDialog.tsx';
import { LoggedIn } from './LoggedIn.tsx';
import classes from './login.module.css';
import { RegisterForm } from './RegisterForm.tsx';

/** Registering an account, which has no permission yet (spec 2 §2.4). */
export function RegisterPage() {
  useDocumentTitle(`Register – ${portalName()}`);
  const [, navigate] = useLocation();
  const isValid = useSessionStore((session) => session.state === 'valid');
  const [isLeaving, setLeaving] = useState(false);
  const [existing, setExisting] = useState<string>();

  const leave = () => {
    setLeaving(true);
    navigate('/assets', { replace: true });
  };

  return (
    <div className={classes.page}>
      <div className={classes.panel}>
        {isValid && !isLeaving ? (
          <LoggedIn />
        ) : (
          <>
            <h1 className={classes.title}>Register for the portal</h1>
            <p className={classes.lead}>
              After that an administrator still needs to assign permissions to your account.
            </p>
            <RegisterForm onRegistered={leave} onExists={setExisting} />
            <p className={classes.foot}>
              <Link href="/login">Return to login</Link>
            </p>
          </>
        )}
      </div>
      {existing === undefined ? null : (
        <AccountExistsDialog username={existing} onClose={() => setExisting(undefined)} />
      )}
    </div>
  );
}
