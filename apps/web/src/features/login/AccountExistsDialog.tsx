import { Button, Modal } from '@mantine/core';
import classes from './login.module.css';
import { ResetButton } from './ResetButton.tsx';

interface AccountExistsDialogProps {
  username: string;
  onClose: () => void;
}

/** The prompt after a 409 (spec 2 §8). */
export function AccountExistsDialog({ username, onClose }: AccountExistsDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Account exists" size="sm">
      <p className={classes.dialogText}>This Account already exists. Would you like a password reset email?</p>
      <div className={classes.choices}>
        <ResetButton username={username} label="Reset Password" />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}
