import { Button, Modal } from '@mantine/core';
import { Link } from 'wouter';
import classes from './login.module.css';

/** Tells somebody who came here to log in that another tab did it already (spec 2 §2.3). */
export function AlreadyLoggedInDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Already logged in" size="sm">
      <p className={classes.dialogText}>You are logged in, in another tab of this browser.</p>
      <div className={classes.dialogActions}>
        <Button component={Link} href="/assets" data-autofocus onClick={onClose}>
          Go to assets
        </Button>
      </div>
    </Modal>
  );
}
