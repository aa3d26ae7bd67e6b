import { Button } from '@mantine/core';
import { NoticeDialog } from './NoticeDialog.tsx';

interface LoginErrorDialogProps {
  message: string;
  onClose: () => void;
}

/** 'Login Error' with the portal's words (spec 2 §2.3). Its parent puts the focus back, on the password. */
export function LoginErrorDialog({ message, onClose }: LoginErrorDialogProps) {
  return (
    <NoticeDialog title="Login Error" text={message} onClose={onClose} returnFocus={false}>
      <Button data-autofocus onClick={onClose}>
        OK
      </Button>
    </NoticeDialog>
  );
}
