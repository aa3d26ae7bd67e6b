import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { firstHour, isMailAddress, type MailServerInput } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { useSessionStore } from '#session/session-store.ts';
import classes from '../first-hour.module.css';

interface TestMailProps {
  /** As it is typed; none: the one that mails go to now. */
  server?: MailServerInput | undefined;
  /** Whether there is nothing to try without it. */
  isNeeded?: boolean;
}

/** Really sends a mail, and says what the server said. It can be given up while the server thinks. */
export function TestMail({ server, isNeeded = false }: TestMailProps) {
  const ownName = useSessionStore((session) => session.user?.username) ?? '';
  const [to, setTo] = useState(isMailAddress(ownName) ? ownName : '');
  const [result, setResult] = useState<{ isSent: boolean; text: string }>();
  const [running, setRunning] = useState<AbortController>();
  const address = to.trim();

  const send = async () => {
    const controller = new AbortController();
    setRunning(controller);
    setResult(undefined);
    try {
      const body = { to: address, ...(server === undefined ? {} : { server }) };
      const { isSent, problem } = await callApi(firstHour.testMailServer, { body, signal: controller.signal });
      setResult({ isSent, text: problem ?? `The server has taken the mail to ${address}. Look into its inbox.` });
    } catch (error) {
      if (!controller.signal.aborted) setResult({ isSent: false, text: messageOf(error) });
    } finally {
      setRunning(undefined);
    }
  };
  return (
    <form
      className={classes.test}
      aria-label="Test mail"
      onSubmit={(event) => {
        event.preventDefault();
        if (running === undefined) void send();
      }}
    >
      <TextInput
        className={classes.wide ?? ''}
        type="email"
        label="Send a test mail to"
        placeholder="you@example.com"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={running !== undefined}
        disabled={!isMailAddress(address) || (isNeeded && server === undefined)}
      >
        Send test mail
      </Button>
      {running === undefined ? null : (
        <Button variant="default" onClick={() => running.abort()}>
          Cancel
        </Button>
      )}
      <p className={classes.result} role="status" data-failed={(result && !result.isSent) || undefined}>
        {result === undefined ? null : (
          <>
            {result.isSent ? (
              <IconCheck size={16} aria-hidden />
            ) : (
              <IconAlertTriangle size={16} aria-label="Not sent:" />
            )}
            <span>{result.text}</span>
          </>
        )}
      </p>
    </form>
  );
}
