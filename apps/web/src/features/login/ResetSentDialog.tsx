import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { NoticeDialog } from './NoticeDialog.tsx';

const TEXT =
  'A reset link has been sent to your email or phone, if there is such an account. It may take some minutes. Check quarantines and spam filters.';

/** Says that a reset link is on its way (spec 2 §8), and leads back to the login. */
export function ResetSentDialog({ onClose }: { onClose: () => void }) {
  return (
    <NoticeDialog title="Reset link sent" text={TEXT} onClose={onClose}>
      <Button component={Link} href="/login" data-autofocus onClick={onClose}>
        Return to login
      </Button>
    </NoticeDialog>
  );
}
