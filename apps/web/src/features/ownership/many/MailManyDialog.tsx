import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { type MailResult, summaryOfMails } from '#pages/administration/mail-outcomes.ts';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { inParts, MAILED_AT_ONCE } from './in-parts.ts';
import { LinkLook } from './LinkLook.tsx';
import { getsLink } from './link-words.ts';
import classes from './many-users.module.css';
import { SendProgress } from './SendProgress.tsx';
import { UnsentMails } from './UnsentMails.tsx';
import { type NamedUser, useLinkLook } from './use-link-look.ts';

interface MailManyDialogProps {
  users: readonly NamedUser[];
  changes: OwnershipChanges;
  onClose: () => void;
}

/** Mails many users the link that sets the password: first a look at who gets one, then of each whether it was sent. */
export function MailManyDialog({ users, changes, onClose }: MailManyDialogProps) {
  const [done, setDone] = useState<number>();
  const [mails, setMails] = useState<readonly MailResult[]>([]);
  const { look, progress, problem: unlooked, check } = useLinkLook(users);
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const userIds = (look ?? []).filter((one) => getsLink(one, 'mail')).map(({ userId }) => userId);
  const count = userIds.length.toLocaleString('en');
  const refused = problem ?? unlooked;

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
  const isBusy = progress !== undefined || (done !== undefined && !isOver);

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
            A mail with a link that sets the password, good for 60 minutes. Links that were sent before end.
          </p>
        ) : null}
        {look && done === undefined ? <LinkLook look={look} users={users} way="mail" /> : null}
        {progress ? <SendProgress progress={progress} /> : null}
        {done !== undefined && !isOver ? (
          <SendProgress progress={{ what: 'mails handed over', done, of: userIds.length }} />
        ) : null}
        {isOver && mails.length > 0 ? (
          <p className={classes.sum} role="status">
            {summaryOfMails(mails)}
          </p>
        ) : null}
        {refused === undefined ? null : (
          <p className={classes.fault} role="alert">
            {refused}
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
              {look ? (
                <Button disabled={userIds.length === 0} loading={isBusy} onClick={() => void send()}>
                  Send {count}
                </Button>
              ) : (
                <Button loading={isBusy} onClick={() => void check()}>
                  Preview
                </Button>
              )}
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
