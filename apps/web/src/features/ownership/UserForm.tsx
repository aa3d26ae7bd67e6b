import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import type { ItemRef } from '#ui/access/ownership.ts';
import { NameForm } from '#ui/form/NameForm.tsx';

interface UserFormProps {
  /** Undefined: a new user. */
  user: ListItem | undefined;
  changes: OwnershipChanges;
  onDone: (item: ItemRef) => void;
  /** Mails a new user the link that sets the password, and says what became of it. */
  onMail: (userId: number, username: string) => void;
  onClose: () => void;
}

/** The name of a user. Nobody sets a password for somebody else: users do that through the reset link. */
export function UserForm({ user, changes, onDone, onMail, onClose }: UserFormProps) {
  const [isMailed, setMailed] = useState(false);
  const save = async (name: string) => {
    if (user) await changes.renameUser(user.id, name);
    else {
      const made = await changes.createUser(name);
      onDone(made);
      if (isMailed) onMail(made.id, name);
    }
    onClose();
  };
  return (
    <NameForm
      label="Username"
      description="An email address, if the portal is to send mails to the user."
      name={user?.name ?? ''}
      missing="A user needs a name."
      submitLabel={user ? 'Save' : 'Create user'}
      onSubmit={(name) => refusalOf(save(name))}
      onCancel={onClose}
    >
      {user ? null : (
        <Checkbox
          size="xs"
          label="Send the password reset email now"
          description="Without it the user shows an alert icon until it is sent, or until you hand over the link."
          checked={isMailed}
          onChange={(event) => setMailed(event.currentTarget.checked)}
        />
      )}
    </NameForm>
  );
}
