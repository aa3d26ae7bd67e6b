import { Button, Checkbox, Group, Modal, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { CsvField } from '#ui/form/CsvField.tsx';
import { useLayoutSize } from '#ui/layout-size.ts';
import { ListLook } from './ListLook.tsx';
import { MadeUsers } from './MadeUsers.tsx';
import classes from './many-users.module.css';
import type { NamedGroup } from './people-list.ts';
import { SendProgress } from './SendProgress.tsx';
import { type ManyChoices, useManyUsers } from './use-many-users.ts';

interface ManyUsersDialogProps {
  groups: readonly NamedGroup[];
  changes: OwnershipChanges;
  onClose: () => void;
}

const nothing: ManyChoices = { text: '', groupIds: [], linkExisting: false, sendMails: false };

/** Makes accounts from a list or a file: first a look at what it would do, then all that can be taken. */
export function ManyUsersDialog({ groups, changes, onClose }: ManyUsersDialogProps) {
  const isNarrow = useLayoutSize() === 'xxs';
  const [choices, setChoices] = useState(nothing);
  const { look, progress, made, problem, forget, check, make } = useManyUsers(changes, groups, choices);
  const choose = (part: Partial<ManyChoices>) => {
    setChoices({ ...choices, ...part });
    forget();
  };
  const isBusy = progress !== undefined;
  const count = look?.changes.filter(({ kind }) => kind !== 'none').length ?? 0;

  return (
    <Modal
      opened
      onClose={onClose}
      title="Add many users"
      size="xl"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      withCloseButton={!isBusy}
    >
      {made ? (
        <MadeUsers made={made} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <CsvField
            label="One user name or e-mail address on each line, or CSV with the column username"
            placeholder={'username,first name,last name,groups\nada@example.com,Ada,Lovelace,Operators;Night shift'}
            text={choices.text}
            onChange={(text) => choose({ text })}
          />
          <MultiSelect
            label="Into the user groups"
            description="All of the list; the column groups names further ones for a line."
            placeholder={choices.groupIds.length === 0 ? 'None' : ''}
            searchable
            limit={100}
            data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={choices.groupIds.map(String)}
            onChange={(ids) => choose({ groupIds: ids.map(Number) })}
          />
          <Checkbox
            size="xs"
            label="Put users who are there already into the groups, too"
            checked={choices.linkExisting}
            onChange={(event) => choose({ linkExisting: event.currentTarget.checked })}
          />
          <Checkbox
            size="xs"
            label="Mail each new user the link that sets the password"
            description="Nobody gets a password from you. Without the mail a user shows an alert icon until one is sent."
            checked={choices.sendMails}
            onChange={(event) => setChoices({ ...choices, sendMails: event.currentTarget.checked })}
          />
          {problem === undefined ? null : (
            <p className={classes.fault} role="alert">
              {problem}
            </p>
          )}
          {look ? <ListLook look={look} /> : null}
          {progress ? <SendProgress progress={progress} /> : null}
          <Group justify="flex-end">
            <Button variant="default" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            {look ? (
              <Button disabled={count === 0} loading={isBusy} onClick={() => void make(look)}>
                {labelOf(count, look.faults.length)}
              </Button>
            ) : (
              <Button disabled={choices.text.trim() === ''} loading={isBusy} onClick={() => void check()}>
                Preview
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function labelOf(count: number, faults: number): string {
  const users = `Add ${count.toLocaleString('en')} ${count === 1 ? 'user' : 'users'}`;
  if (faults === 0) return users;
  return `${users}, leave out ${faults.toLocaleString('en')} ${faults === 1 ? 'line' : 'lines'}`;
}
