import { Modal } from '@mantine/core';
import { NameForm } from '#ui/form/NameForm.tsx';

interface RenameDialogProps {
  name: string;
  /** Answers why it could not be done. */
  onRename: (name: string) => Promise<string | undefined>;
  onClose: () => void;
}

/** Gives the dashboard another name, at once. */
export function RenameDialog({ name, onRename, onClose }: RenameDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Rename Dashboard" size="sm">
      <NameForm
        name={name}
        missing="A dashboard needs a name."
        submitLabel="Rename"
        onSubmit={onRename}
        onCancel={onClose}
      />
    </Modal>
  );
}
