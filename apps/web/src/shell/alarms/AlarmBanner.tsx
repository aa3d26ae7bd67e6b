import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { alarmPageQuery } from '#api/alarm-queries.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import classes from './alarm-panel.module.css';
import { playAlarmSound } from './alarm-sound.ts';
import { MuteButton } from './MuteButton.tsx';
import { useMutedUntil } from './mute.ts';

interface AlarmBannerProps {
  /** The newest alarm that was known before; empty: none. */
  since: string;
  newest: string;
  onClose: () => void;
}

/** New alarms that nobody has acknowledged, seen and heard on whatever page the user is. */
export function AlarmBanner({ since, newest, onClose }: AlarmBannerProps) {
  const palette = usePalette();
  const isMuted = useMutedUntil() !== undefined;
  const [isSilent, setSilent] = useState(false);
  const from = since === '' ? undefined : new Date(Date.parse(since) + 1).toISOString();
  const { data } = useQuery(alarmPageQuery({ status: '1,3', limit: 1, from }));
  const [worst] = data?.alarms ?? [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: heard once for each newer alarm, not when it is heard again
  useEffect(() => {
    if (!isMuted && newest !== '') void playAlarmSound().then((isHeard) => setSilent(!isHeard));
  }, [newest]);

  if (data === undefined || worst === undefined) return null;
  const more = data.total - 1;
  return (
    <div
      role="alert"
      className={classes.banner}
      style={{ '--severity': severityFill(palette, worst.severity) } as React.CSSProperties}
    >
      <span className={classes.mark} aria-hidden />
      <span className={classes.bannerText}>
        <strong>{worst.name}</strong> {worst.assetName}, severity {worst.severity}
        {more > 0 ? `, and ${more.toLocaleString('en')} more new` : ''}
        {isSilent && !isMuted ? <span className={classes.dim}>The browser plays no sound before a click.</span> : null}
      </span>
      <Button component={Link} size="compact-sm" href="/alarms" onClick={onClose}>
        Alarms
      </Button>
      <MuteButton />
      <CloseButton aria-label="Close the news of alarms" onClick={onClose} />
    </div>
  );
}
