import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { alarmPageQuery } from '#api/alarm-queries.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import type { AlarmsSince } from './alarm-news-since.ts';
import classes from './alarm-panel.module.css';
import { playAlarmSound } from './alarm-sound.ts';
import { formatClock } from './clock.ts';
import { MuteButton } from './MuteButton.tsx';
import { useMutedUntil } from './mute.ts';
import { useSeenFlood } from './seen-flood.ts';

interface AlarmBannerProps extends AlarmsSince {
  newest: string;
  onClose: () => void;
}

/** New alarms that nobody has acknowledged, seen and heard on whatever page the user is. */
export function AlarmBanner({ since, late, newest, onClose }: AlarmBannerProps) {
  const palette = usePalette();
  const isMuted = useMutedUntil() !== undefined;
  const [isSilent, setSilent] = useState(false);
  const seen = useSeenFlood((state) => state.flood);
  // Of a flood that was closed, all of it is looked at: what comes since then may be one alarm alone.
  const sinceMs = seen ? Math.min(seen.floodId - 1, Date.parse(since)) : Date.parse(since);
  const from = since === '' ? undefined : new Date(sinceMs + 1).toISOString();
  const { data } = useQuery(alarmPageQuery({ status: '1,3', limit: 1, from, floods: 'collapse' }));
  const [worst] = data?.alarms ?? [];
  const flood = worst?.flood?.until === null ? worst.flood : undefined;
  const severity = flood?.severities[0]?.severity ?? worst?.severity ?? 0;
  /** What was heard, and the flood that it was of. */
  const heard = useRef({ newest: '', late, flood: seen });

  // biome-ignore lint/correctness/useExhaustiveDependencies: heard once for each newer alarm, not when it is heard again
  useEffect(() => {
    const before = heard.current;
    const isKnown = data !== undefined || before.flood === undefined;
    // Whether the newest is of the flood is known once the list has come that has it.
    if (newest === '' || !isKnown || (flood && newest > flood.last)) return;
    heard.current = { newest, late, flood: flood && { floodId: flood.floodId, severity } };
    const same = flood?.floodId === before.flood?.floodId ? before.flood : undefined;
    const isNews = same ? severity > same.severity : newest !== before.newest || late !== before.late;
    if (isNews && !isMuted) void playAlarmSound().then((isHeard) => setSilent(!isHeard));
  }, [newest, late, data === undefined, flood?.floodId, flood?.last, severity]);
  const isSeenOver = seen !== undefined && data !== undefined && flood?.floodId !== seen.floodId;
  useEffect(() => {
    if (isSeenOver) useSeenFlood.setState({ flood: undefined });
  }, [isSeenOver]);

  if (data === undefined || worst === undefined) return null;
  if (isSeenOver || (seen && severity <= seen.severity)) return null;
  const more = (data.listed ?? data.total) - (flood?.listed ?? 1);
  const close = () => {
    if (flood) useSeenFlood.setState({ flood: { floodId: flood.floodId, severity } });
    onClose();
  };
  return (
    <div
      role="alert"
      className={classes.banner}
      style={{ '--severity': severityFill(palette, severity) } as React.CSSProperties}
    >
      <span className={classes.mark} aria-hidden />
      <span className={classes.bannerText}>
        {flood ? (
          <>
            <strong>Flood: {flood.alarms.toLocaleString('en')} alarms</strong> since{' '}
            {formatClock(Date.parse(flood.from))}, first out: {flood.firstOut.assetName} {flood.firstOut.name}, worst
            severity {severity}
          </>
        ) : (
          <>
            <strong>{worst.name}</strong> {worst.assetName}, severity {worst.severity}
          </>
        )}
        {more > 0 ? `, and ${more.toLocaleString('en')} more ${since === '' ? 'not acknowledged' : 'new'}` : ''}
        {isSilent && !isMuted ? <span className={classes.dim}>The browser plays no sound before a click.</span> : null}
      </span>
      <Button component={Link} size="compact-sm" href="/alarms" onClick={close}>
        Alarms
      </Button>
      <MuteButton />
      <CloseButton aria-label="Close the news of alarms" onClick={close} />
    </div>
  );
}
