import { formatAge } from '@telltale/domain/format/age.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useNow } from './use-now.ts';

interface AgeProps {
  timeMs: number;
  zone: string;
  /** What the age counts to; now unless it is said. */
  toMs?: number | undefined;
}

/** How long ago something was; the moment itself, with its zone, on hover. */
export function Age({ timeMs, zone, toMs }: AgeProps) {
  const nowMs = useNow();
  return (
    <time dateTime={new Date(timeMs).toISOString()} title={`${formatDateTime(timeMs, zone)} ${zoneName(timeMs, zone)}`}>
      {formatAge(timeMs, toMs ?? nowMs)}
    </time>
  );
}
