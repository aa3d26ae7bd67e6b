import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { LinkLook } from './LinkLook.tsx';
import { getsLink } from './link-words.ts';
import { type MadeLink, MadeLinks } from './MadeLinks.tsx';
import classes from './many-users.module.css';
import { type ProgressOf, SendProgress } from './SendProgress.tsx';
import { askForLinks, type NamedUser, useLinkLook } from './use-link-look.ts';

interface LinksManyDialogProps {
  users: readonly NamedUser[];
  changes: Pick<OwnershipChanges, 'reload'>;
  onClose: () => void;
}

/** Makes links that set the password of many users, to hand over where no mail can be sent: first a look at who gets one. */
export function LinksManyDialog({ users, changes, onClose }: LinksManyDialogProps) {
  const isNarrow = useLayoutSize() === 'xxs';
  const { look, progress, problem, check } = useLinkLook(users);
  const [making, setMaking] = useState<ProgressOf>();
  const [made, setMade] = useState<{ links: readonly MadeLink[]; problem?: string }>();
  const given = look?.filter((one) => getsLink(one, 'show')) ?? [];
  const shown = progress ?? making;

  const make = async () => {
    const links: MadeLink[] = [];
    let failure: string | undefined;
    setMaking({ what: 'links made', done: 0, of: given.length });
    try {
      await askForLinks(
        given.map(({ userId }) => userId),
        false,
        (done, part) => {
          for (const { username, link } of part) if (username !== null && link) links.push({ username, link });
          setMaking({ what: 'links made', done, of: given.length });
        },
      );
    } catch (error) {
      failure = messageOf(error);
    }
    setMade({ links, ...(failure === undefined ? {} : { problem: failure }) });
    setMaking(undefined);
    void changes.reload();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title="Password reset links"
      size="xl"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeOnEscape={shown === undefined && made === undefined}
      withCloseButton={shown === undefined && made === undefined}
    >
      {made ? (
        <MadeLinks {...made} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <p className={classes.sum}>
            For users whom no mail reaches: whoever has a link sets the password of its user. Each works once, within 60
            minutes, and ends earlier ones. They are shown once, here.
          </p>
          {look ? <LinkLook look={look} users={users} way="show" /> : null}
          {shown ? <SendProgress progress={shown} /> : null}
          {problem === undefined ? null : (
            <p className={classes.fault} role="alert">
              {problem}
            </p>
          )}
          <Group justify="flex-end">
            <Button variant="default" disabled={shown !== undefined} onClick={onClose}>
              Cancel
            </Button>
            {look ? (
              <Button disabled={given.length === 0} loading={making !== undefined} onClick={() => void make()}>
                {given.length === 1 ? 'Make 1 link' : `Make ${given.length.toLocaleString('en')} links`}
              </Button>
            ) : (
              <Button loading={progress !== undefined} onClick={() => void check()}>
                Preview
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
