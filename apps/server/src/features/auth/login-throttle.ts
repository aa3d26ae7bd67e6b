import { addressKey } from '#address-key.ts';
import type { Clock } from '#clock.ts';

const MINUTE_MS = 60_000;
/** Wrong passwords of one user from one address before that pair has to wait (guarantees A17). */
const PAIR_FAILURES = 5;
const PAIR_WAIT_MS = 5 * MINUTE_MS;
/** Wrong logins from one address in a minute, whoever they are for. */
const ADDRESS_FAILURES_PER_MINUTE = 20;
/** From here on each wrong password of a user, wherever it comes from, doubles the wait of strangers. */
const USER_FAILURES = 10;
const USER_MAX_WAIT_MS = MINUTE_MS;
const FORGET_MS = 15 * MINUTE_MS;
const MAX_KEPT = 20_000;

/** What a node tells the others of a login. */
export interface LoginCount {
  what: 'attempted' | 'withdrawn' | 'succeeded';
  userKey: string;
  address: string;
}

interface Failures {
  count: number;
  lastMs: number;
}

/**
 * Slows down guessing: per user and address, per address, and per user. Nobody is locked out by what another does: an
 * address from which the user has logged in before is not held up by wrong guesses from elsewhere.
 */
export class LoginThrottle {
  readonly #clock: Clock;
  readonly #tell: (count: LoginCount) => void;
  readonly #pairs = new Map<string, Failures>();
  readonly #users = new Map<string, Failures>();
  readonly #addresses = new Map<string, Failures>();
  readonly #known = new Set<string>();

  /** @param tell hears of what was counted here, for the other nodes of the portal */
  constructor(clock: Clock, tell: (count: LoginCount) => void = () => undefined) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Counts what another node has counted. */
  follow({ what, userKey, address }: LoginCount): void {
    if (what === 'attempted') this.#attempted(userKey, address);
    else if (what === 'withdrawn') this.#withdrawn(userKey, address);
    else this.#succeeded(userKey, address);
  }

  /** Seconds to wait before a login may be tried; 0: now. */
  waitSeconds(userKey: string, address: string): number {
    const now = this.#clock.now();
    const place = addressKey(address);
    const waits = [this.#pairWait(`${userKey}\n${place}`, now), this.#addressWait(place, now)];
    if (!this.#known.has(`${userKey}\n${place}`)) waits.push(this.#userWait(userKey, now));
    return Math.ceil(Math.max(0, ...waits) / 1_000);
  }

  /** Counts a login as wrong before it is checked, so that many at once cannot slip past the limit together. */
  attempted(userKey: string, address: string): void {
    this.#attempted(userKey, address);
    this.#tell({ what: 'attempted', userKey, address });
  }

  /** Takes one count back: nothing was guessed. Others of the same user stay counted, unlike after a success. */
  withdrawn(userKey: string, address: string): void {
    this.#withdrawn(userKey, address);
    this.#tell({ what: 'withdrawn', userKey, address });
  }

  succeeded(userKey: string, address: string): void {
    this.#succeeded(userKey, address);
    this.#tell({ what: 'succeeded', userKey, address });
  }

  #attempted(userKey: string, address: string): void {
    const now = this.#clock.now();
    const place = addressKey(address);
    count(this.#pairs, `${userKey}\n${place}`, now, FORGET_MS);
    count(this.#users, userKey, now, FORGET_MS);
    count(this.#addresses, place, now, MINUTE_MS);
  }

  #withdrawn(userKey: string, address: string): void {
    const place = addressKey(address);
    uncount(this.#pairs, `${userKey}\n${place}`);
    uncount(this.#users, userKey);
    uncount(this.#addresses, place);
  }

  #succeeded(userKey: string, address: string): void {
    const place = addressKey(address);
    const pair = `${userKey}\n${place}`;
    this.#pairs.delete(pair);
    uncount(this.#users, userKey);
    uncount(this.#addresses, place);
    this.#known.add(pair);
    if (this.#known.size > MAX_KEPT) this.#known.delete(this.#known.values().next().value ?? '');
  }

  #pairWait(pair: string, now: number): number {
    const failures = this.#pairs.get(pair);
    if (!failures || failures.count < PAIR_FAILURES) return 0;
    return failures.lastMs + PAIR_WAIT_MS - now;
  }

  #addressWait(place: string, now: number): number {
    const failures = this.#addresses.get(place);
    if (!failures || failures.count < ADDRESS_FAILURES_PER_MINUTE) return 0;
    return failures.lastMs + MINUTE_MS - now;
  }

  #userWait(userKey: string, now: number): number {
    const failures = this.#users.get(userKey);
    if (!failures || failures.count < USER_FAILURES) return 0;
    const wait = Math.min(USER_MAX_WAIT_MS, 1_000 * 2 ** (failures.count - USER_FAILURES));
    return failures.lastMs + wait - now;
  }
}

/** Counts a failure; an old row of failures is forgotten. The maps are bounded: the one untouched longest goes. */
function count(kept: Map<string, Failures>, key: string, now: number, forgetMs: number): void {
  const earlier = kept.get(key);
  kept.delete(key);
  const isRecent = earlier !== undefined && now - earlier.lastMs < forgetMs;
  kept.set(key, { count: isRecent ? earlier.count + 1 : 1, lastMs: now });
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
}

function uncount(kept: Map<string, Failures>, key: string): void {
  const failures = kept.get(key);
  if (failures) failures.count--;
}
