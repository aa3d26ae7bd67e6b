import { isTimeZone } from '@telltale/domain/format/time.ts';

/** The zones that a dashboard may be read in; undefined: none is set there (spec 3 §10). */
export interface ZoneOffer {
  readonly dashboard: string | undefined;
  readonly user: string | undefined;
  readonly browser: string;
}

export type ZoneSource = keyof ZoneOffer;

/** User attribute and dashboard key that name the zone in which times are written (spec 3 §10). */
export const ZONE_KEY = 'timeZone';

/** Which one the reader chose: by whose it is, or by its name. */
export const ZONE_CHOICE_KEY = 'zone';

const ORDER: readonly ZoneSource[] = ['dashboard', 'user', 'browser'];

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Only what the runtime knows is a zone; everything else counts as not set. */
export function zoneOffer(dashboard: unknown, user: unknown): ZoneOffer {
  return { dashboard: known(dashboard), user: known(user), browser: browserZone() };
}

/** The zone of the dashboard, else of the user, else of the browser (spec 3 §10), unless the reader chose another. */
export function zoneInUse(offer: ZoneOffer, choice: string | null): string {
  const chosen = ORDER.find((source) => source === choice);
  const wished = chosen === undefined ? known(choice) : offer[chosen];
  return wished ?? offer.dashboard ?? offer.user ?? offer.browser;
}

function known(zone: unknown): string | undefined {
  return typeof zone === 'string' && isTimeZone(zone) ? zone : undefined;
}
