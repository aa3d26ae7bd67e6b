import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { View } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { checkSession } from '#session/session.ts';
import { endView } from '#session/view-as.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from './view-banner.module.css';

/** Stands on every page that is shown as another user sees it, and ends that. */
export function ViewBanner({ viewing: { username, by, until } }: { viewing: View }) {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // Whether its time is over is for the portal's clock to say: that of this machine may go wrong.
    const timer = setTimeout(() => void checkSession(), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  const end = async () => {
    setBusy(true);
    try {
      await endView();
    } catch (error) {
      toast(messageOf(error), 'error');
      setBusy(false);
    }
  };
  return (
    <aside className={classes.banner} aria-label="Viewing as another user">
      <IconEye size={18} aria-hidden className={classes.icon} />
      <p>
        <strong>{by}</strong> views the portal as <strong>{username}</strong> until {timeOf(until)}. Nothing can be
        changed.
      </p>
      <Button size="xs" loading={isBusy} onClick={() => void end()}>
        End
      </Button>
    </aside>
  );
}

/** On the clock of the one who views: it is theirs that runs out. */
const timeOf = (until: string) =>
  new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(Date.parse(until));
