import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { logOut } from '#session/session.ts';
import { useSessionStore } from '#session/session-store.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from './login.module.css';

/** Shown instead of the form while a session is open. */
export function LoggedIn() {
  const username = useSessionStore((session) => session.user?.username);
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await logOut();
    } catch (error) {
      toast(`You are still logged in. ${messageOf(error)}`, 'error');
      setBusy(false);
    }
  };
  return (
    <>
      <h1 className={classes.title}>You are logged in.</h1>
      <p className={classes.lead}>As {username}.</p>
      <div className={classes.actions}>
        <Button component={Link} href="/assets/" size="sm">
          Go to assets
        </Button>
        <Button variant="default" size="sm" loading={isBusy} onClick={() => void leave()}>
          Log out
        </Button>
      </div>
    </>
  );
}
