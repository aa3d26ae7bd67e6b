import { Button, Group, Stack } from '@mantine/core';
import { summaryOfMails } from '#pages/administration/mail-outcomes.ts';
import classes from './many-users.module.css';
import { UnsentMails } from './UnsentMails.tsx';
import type { Made } from './use-many-users.ts';

/** What was made, and whose mail was not sent, and why. */
export function MadeUsers({ made, onClose }: { made: Made; onClose: () => void }) {
  const { created, linked, mails, problem } = made;
  return (
    <Stack gap="md">
      <p className={classes.sum} role="status">
        {created.toLocaleString('en')} {created === 1 ? 'user was' : 'users were'} added
        {linked > 0 ? `, ${linked.toLocaleString('en')} put into groups` : ''}.
        {mails.length > 0 ? ` ${summaryOfMails(mails)}` : ''}
      </p>
      {problem === undefined ? null : (
        <p className={classes.fault} role="alert">
          It ended there: {problem} Paste the list again to go on: who is there already is told.
        </p>
      )}
      <UnsentMails mails={mails} />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
