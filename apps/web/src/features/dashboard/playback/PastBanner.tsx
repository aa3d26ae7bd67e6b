import { IconHistory } from '@tabler/icons-react';
import { formatAge } from '@telltale/domain/format/age.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useLive } from '#live/use-live.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import { LiveButton } from './bar/LiveButton.tsx';
import classes from './playback.module.css';

/** Says that the dashboard shows the past, so that nobody takes it for the present. */
export function PastBanner({ hasLiveButton }: { hasLiveButton: boolean }) {
  const { clock } = useLive();
  const zone = useZone();
  const atMs = usePastMs(1_000);
  if (atMs === undefined) return null;
  return (
    <div className={classes.banner}>
      <IconHistory size={18} aria-hidden />
      <p className={classes.bannerText}>
        <strong>You look at the past:</strong> {formatDateTime(atMs, zone)} {zoneName(atMs, zone)},{' '}
        {formatAge(atMs, clock.now())}. <span className={classes.bannerNote}>Edits and commands are off.</span>
      </p>
      {hasLiveButton && <LiveButton />}
    </div>
  );
}
