import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './login.module.css';

interface NoticeDialogProps {
  title: string;
  text: string;
  /** The button that leads on. */
  children: ReactNode;
  onClose: () => void;
  /** False: the parent says where the focus goes afterwards. */
  returnFocus?: boolean;
}

/** Says one thing, and leads on. */
export function NoticeDialog({ title, text, children, onClose, returnFocus = true }: NoticeDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} size="sm" returnFocus={returnFocus}>
      <p className={classes.dialogText}>{text}</p>
      <div className={classes.dialogActions}>{children}</div>
    </Modal>
  );
}
