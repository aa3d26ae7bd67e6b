import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { statusQuery } from '#api/portal/status-query.ts';
import { troublesOf } from '#features/status/status-words.ts';
import classes from './navigation.module.css';

/** It stands on every page, so it looks less often than the page of the status does. */
const LOOK_MS = 30_000;

/** That something of the portal itself needs somebody, for those who may see its status; nothing while all is well. */
export function TroubleIndicator({ isNarrow }: { isNarrow: boolean }) {
  const { data } = useQuery({ ...statusQuery, refetchInterval: LOOK_MS });
  if (data === undefined) return null;
  const troubles = troublesOf(data, Date.now());
  if (troubles.length === 0) return null;
  const faults = troubles.filter(({ isFault }) => isFault).length;
  const words = [counted(faults, 'fault'), counted(troubles.length - faults, 'warning')].filter(Boolean).join(', ');
  return (
    <Link
      href="/status"
      className={classes.trouble}
      data-fault={faults > 0}
      aria-label={`The portal has ${words}`}
      title={troubles.map(({ text }) => text).join('\n')}
    >
      {faults > 0 ? <IconAlertOctagon size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
      {isNarrow ? troubles.length : words}
    </Link>
  );
}

function counted(count: number, word: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}
