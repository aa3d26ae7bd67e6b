import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { confirm, useConfirmStore } from '#ui/feedback/confirm.ts';
import classes from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  /** Whether something typed would be lost; asked when the panel closes. */
  isDirty: () => boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the side of a list; Escape and a click beside it close it. */
export function SidePanel({ title, isDirty, onClose, children }: SidePanelProps) {
  const isAsking = useConfirmStore((store) => store.open !== undefined);
  const close = async () => {
    if (isDirty() && !(await confirm(leaveQuestion))) return;
    onClose();
  };
  return (
    <Drawer
      opened
      onClose={() => void close()}
      // Escape answers the question that stands before the panel, and leaves the panel alone.
      closeOnEscape={!isAsking}
      closeOnClickOutside={!isAsking}
      position="right"
      size="min(1000px, 100vw)"
      title={title}
      classNames={{ content: classes.drawer ?? '', body: classes.body ?? '' }}
    >
      {children}
    </Drawer>
  );
}

const leaveQuestion = {
  title: 'Close without saving?',
  message: 'What you typed was not saved yet.',
  confirmLabel: 'Close',
  cancelLabel: 'Back',
};
