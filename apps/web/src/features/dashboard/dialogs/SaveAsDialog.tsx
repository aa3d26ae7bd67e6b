import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

interface SaveAsDialogProps {
  name: string;
  isBusy: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Stores the dashboard as another one, under its own name. */
export function SaveAsDialog({ name: before, isBusy, onSave, onClose }: SaveAsDialogProps) {
  const [name, setName] = useState(before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onSave(name.trim());
  };
  return (
    <Modal opened onClose={onClose} title="Save As" size="sm">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name of the new dashboard"
            maxLength={255}
            required
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
