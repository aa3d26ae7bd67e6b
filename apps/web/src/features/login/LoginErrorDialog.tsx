import { Button, Modal } from '@mantine/core';
import classes from './login.module.css';

interface LoginErrorDialogProps {
  message: string;
  onClose: () => void;
}

/** 'Login Error' with the portal's words (spec 2 §2.3). Its parent puts the focus back, on the password. */
export function LoginErrorDialog({ message, onClose }: LoginErrorDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Login Error" size="sm" returnFocus={false}>
      <p className={classes.dialogText}>{message}</p>
      <div className={classes.dialogActions}>
        <Button data-autofocus onClick={onClose}>
          OK
        </Button>
      </div>
    </Modal>
  );
}
