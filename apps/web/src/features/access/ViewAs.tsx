import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useSessionStore } from '#session/session-store.ts';
import { viewAs } from '#session/view-as.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Shows the portal as a user sees it, in this tab. The portal asks first who is there, where the login is not fresh. */
export function ViewAs({ userId, username }: { userId: number; username: string }) {
  const isOneself = useSessionStore(({ user }) => user?.userId) === userId;
  const isViewing = useSessionStore(({ viewing }) => viewing !== undefined);
  const [isBusy, setBusy] = useState(false);
  if (isOneself || isViewing) return null;
  const view = async () => {
    setBusy(true);
    try {
      await viewAs(userId);
    } catch (error) {
      toast(messageOf(error), 'error');
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconEye size={16} aria-hidden />}
      onClick={() => void view()}
    >
      View as {username}
    </Button>
  );
}
