import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { requestReset } from '#session/session.ts';
import classes from './login.module.css';

const ResetSentDialog = lazy(() => import('./ResetSentDialog.tsx').then((part) => ({ default: part.ResetSentDialog })));

interface ResetButtonProps {
  /** Whose password; empty: nobody's yet. */
  username: string;
  /** 'Reset Password', or 'Send a new link'. */
  label: string;
}

/** Asks for a mail with a reset link, and says that it was sent (spec 2 §2.3). */
export function ResetButton({ username, label }: ResetButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string>();

  async function send() {
    if (username.trim() === '') {
      setProblem('Enter your username first.');
      return;
    }
    setProblem(undefined);
    setState('busy');
    const message = await requestReset(username.trim());
    setProblem(message);
    setState(message === undefined ? 'sent' : 'idle');
  }

  return (
    <>
      <Button variant="default" size="sm" fullWidth loading={state === 'busy'} onClick={() => void send()}>
        {label}
      </Button>
      {problem === undefined ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Suspense>{state === 'sent' ? <ResetSentDialog onClose={() => setState('idle')} /> : null}</Suspense>
    </>
  );
}
