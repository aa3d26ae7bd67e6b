import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { NoticeDialog } from './NoticeDialog.tsx';

/** Tells somebody who came here to log in that another tab did it already (spec 2 §2.3). */
export function AlreadyLoggedInDialog({ onClose }: { onClose: () => void }) {
  return (
    <NoticeDialog title="Already logged in" text="You are logged in, in another tab of this browser." onClose={onClose}>
      <Button component={Link} href="/assets" data-autofocus onClick={onClose}>
        Go to assets
      </Button>
    </NoticeDialog>
  );
}
