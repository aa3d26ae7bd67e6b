import { isTimeZone } from '@telltale/domain/format/time.ts';
import { useSessionStore } from '#session/session-store.ts';

/** The zone in which times are written: the user's, else the browser's (spec 3 §10). */
export function useOwnZone(): string {
  const zone = useSessionStore(
    ({ user }) => user?.attributes.find(({ attributeName }) => attributeName === 'timeZone')?.attributeValue,
  );
  return zone !== undefined && isTimeZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
