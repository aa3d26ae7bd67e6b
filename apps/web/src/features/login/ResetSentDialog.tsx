import { Button, Modal } from '@mantine/core';
import { Link } from 'wouter';
import classes from './login.module.css';

/** Says that a reset link is on its way (spec 2 §8), and leads back to the login. */
export function ResetSentDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Reset link sent" size="sm">
      <p className={classes.dialogText}>
        A reset link has been sent to your email or phone, if there is such an account. It may take some minutes. Check
        quarantines and spam filters.
      </p>
      <div className={classes.dialogActions}>
        <Button component={Link} href="/login" data-autofocus onClick={onClose}>
          Return to login
        </Button>
      </div>
    </Modal>
  );
}
