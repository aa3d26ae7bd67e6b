import { type EpochMs, seismic } from '@telltale/contract';
import { FeedProblem } from './feed-problem.ts';

/** An event as a feed says it, before anybody has judged it. */
export interface SaidEvent {
  readonly id: string;
  readonly timeMs: EpochMs;
  readonly magnitude: number | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly depth: number | null;
  readonly region: string;
  readonly url: string | null;
}

const MAX_ID = 100;
const MAX_REGION = 200;
const MAX_URL = 2_000;
const AHEAD_MS = 86_400_000;
const FROM_1970 = Date.UTC(1970, 0, 1);
const TO_1971 = Date.UTC(1971, 0, 1);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it takes out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A number of a feed; null: it says none, or none that can be. */
export function numberOf(said: unknown, min: number, max: number): number | null {
  const number = typeof said === 'string' && said.trim() !== '' ? Number(said) : said;
  return typeof number === 'number' && number >= min && number <= max ? number : null;
}

export const magnitudeOf = (said: unknown): number | null => numberOf(said, -10, 12);
export const depthOf = (said: unknown): number | null => numberOf(said, -20, 1_000);

/** One line of plain text. */
export const plainText = (said: string): string => said.replace(CONTROL, ' ').trim();

/** A link that a browser may follow to another site (guarantee E8). */
export function linkOf(said: unknown): string | null {
  if (typeof said !== 'string' || said.length > MAX_URL || !URL.canParse(said)) return null;
  const { protocol, username, password, href } = new URL(said);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null;
}

/** What was read of an answer. */
export interface ReadEvents {
  readonly events: seismic.SeismicEvent[];
  readonly leftOut: number;
}

/**
 * The events that can be ones, newest first. Dates in 1970 are what clocks and conversions that failed leave behind.
 * @param said undefined: a line or feature that is no event
 * @throws FeedProblem when there are some, and none can be
 */
export function judged(said: readonly (SaidEvent | undefined)[], nowMs: EpochMs): ReadEvents {
  const found = new Map<string, SaidEvent>();
  let in1970 = 0;
  let doubles = 0;
  for (const one of said) {
    if (one === undefined || one.id === '' || one.id.length > MAX_ID || !(one.timeMs <= nowMs + AHEAD_MS)) continue;
    if (one.timeMs >= FROM_1970 && one.timeMs < TO_1971) in1970 += 1;
    else if (found.has(one.id)) doubles += 1;
    else found.set(one.id, one);
  }
  if (said.length > 0 && found.size === 0) {
    throw new FeedProblem(
      in1970 > 0
        ? 'The feed dates its events in 1970, which is no time of theirs.'
        : 'The feed answered lines, and none of them is an event that can be read.',
    );
  }
  const newest = [...found.values()].sort((a, b) => b.timeMs - a.timeMs).slice(0, seismic.MOST_EVENTS);
  return { events: newest.map(toEvent), leftOut: said.length - found.size - doubles };
}

function toEvent({ timeMs, region, ...rest }: SaidEvent): seismic.SeismicEvent {
  return { ...rest, time: new Date(timeMs).toISOString(), region: plainText(region).slice(0, MAX_REGION) };
}
