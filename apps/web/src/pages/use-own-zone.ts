import { isTimeZone } from '@telltale/domain/format/time.ts';
import { useOwnAttribute } from '#session/own-attributes.ts';

/** The attribute of a user that names the zone in which times are written (spec 3 §10). */
export const ZONE_ATTRIBUTE = 'timeZone';

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone in which times are written: the user's, else the browser's (spec 3 §10). */
export function useOwnZone(): string {
  const zone = useOwnAttribute(ZONE_ATTRIBUTE) ?? '';
  return zone !== '' && isTimeZone(zone) ? zone : browserZone;
}
