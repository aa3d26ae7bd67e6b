import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { type MailResult, summaryOfMails } from '#pages/administration/mail-outcomes.ts';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { inParts, MAILED_AT_ONCE } from './in-parts.ts';
import classes from './many-users.module.css';
import { SendProgress } from './SendProgress.tsx';
import { UnsentMails } from './UnsentMails.tsx';

interface MailManyDialogProps {
  userIds: readonly number[];
  changes: OwnershipChanges;
  onClose: () => void;
}

/** Mails many users the link that sets the password, and says of each whether it was sent. */
export function MailManyDialog({ userIds, changes, onClose }: MailManyDialogProps) {
  const [done, setDone] = useState<number>();
  const [mails, setMails] = useState<readonly MailResult[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const count = userIds.length.toLocaleString('en');

  const send = async () => {
    setDone(0);
    try {
      await inParts(
        userIds,
        MAILED_AT_ONCE,
        (part) => changes.sendResetMails(part),
        (through, results) => {
          setDone(through);
          setMails((before) => [...before, ...results]);
        },
      );
    } catch (error) {
      setProblem(messageOf(error));
    }
    setOver(true);
  };
  const isBusy = done !== undefined && !isOver;

  return (
    <Modal
      opened
      onClose={onClose}
      title="Send password reset emails"
      size="lg"
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
      withCloseButton={!isBusy}
    >
      <Stack gap="md">
        {done === undefined ? (
          <p className={classes.sum}>
            {count} {userIds.length === 1 ? 'user gets' : 'users get'} a mail with a link that sets the password, good
            for 60 minutes. Links that were sent before end.
          </p>
        ) : null}
        {isBusy ? <SendProgress progress={{ what: 'mails handed over', done, of: userIds.length }} /> : null}
        {isOver && mails.length > 0 ? (
          <p className={classes.sum} role="status">
            {summaryOfMails(mails)}
          </p>
        ) : null}
        {problem === undefined ? null : (
          <p className={classes.fault} role="alert">
            {problem}
          </p>
        )}
        {isOver ? <UnsentMails mails={mails} /> : null}
        <Group justify="flex-end">
          {isOver ? (
            <Button onClick={onClose}>Done</Button>
          ) : (
            <>
              <Button variant="default" disabled={isBusy} onClick={onClose}>
                Cancel
              </Button>
              <Button loading={isBusy} onClick={() => void send()}>
                Send {count}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
