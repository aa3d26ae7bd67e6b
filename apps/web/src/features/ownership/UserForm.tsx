import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import type { OwnershipChanges } from '#api/ownership-changes.ts';
import type { ListItem } from '#ui/access/item-list.ts';
import type { ItemRef } from '#ui/access/ownership.ts';

interface UserFormProps {
  /** Undefined: a new user. */
  user: ListItem | undefined;
  changes: OwnershipChanges;
  onDone: (item: ItemRef) => void;
  onClose: () => void;
}

/** The name of a user. Nobody sets a password for somebody else: users do that through the reset link. */
export function UserForm({ user, changes, onDone, onClose }: UserFormProps) {
  const [username, setUsername] = useState(user?.name ?? '');
  const [isMailed, setMailed] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = username.trim();
    if (name === '') {
      setError('A user needs a name.');
      return;
    }
    setBusy(true);
    try {
      if (user) await changes.renameUser(user.id, name);
      else onDone(await changes.createUser(name, isMailed));
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Username"
          description="An email address, if the portal is to send mails to the user."
          data-autofocus
          maxLength={255}
          autoComplete="off"
          value={username}
          error={error}
          onChange={(event) => {
            setUsername(event.currentTarget.value);
            setError(undefined);
          }}
        />
        {user ? null : (
          <Checkbox
            size="xs"
            label="Send the password reset email now"
            description="Without it the user shows an alert icon until it is sent, or until you hand over the link."
            checked={isMailed}
            onChange={(event) => setMailed(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {user ? 'Save' : 'Create user'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
