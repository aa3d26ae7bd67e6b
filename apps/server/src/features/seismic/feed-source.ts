import { type EpochMs, seismic } from '@telltale/contract';
import { readFdsnText } from './fdsn-text.ts';
import { FeedProblem } from './feed-problem.ts';
import { readGeojson } from './geojson-feed.ts';
import { judged, type ReadEvents } from './read-event.ts';

/** A feed that feeds.json names. */
export interface FeedSource {
  readonly name: string;
  readonly region?: string | undefined;
  readonly format: 'fdsn-text' | 'geojson';
  readonly url: string;
  /** How long an answer is new. */
  readonly seconds: number;
  /** It may lie in a private network. */
  readonly private?: boolean | undefined;
}

/** What is asked of a feed. */
export interface FeedQuestion {
  readonly url: string;
  readonly isPrivate: boolean;
  readonly accept: string;
  /** Bytes. */
  readonly mostRead: number;
}

export interface FeedReply {
  readonly status: number;
  readonly text: string;
  readonly isCut: boolean;
}

/** The 200 events of a region never take more. */
const MOST_OF_REGION = 1_000_000;
/** A month of the whole earth takes up to 10 MB. */
const MOST_OF_SUMMARY = 16_000_000;
const ACCEPT = { 'fdsn-text': 'text/plain, */*;q=0.5', geojson: 'application/json' } as const;

/** The parameters of the region query (spec 2 §7); an address that says one itself keeps it. */
export function questionOf({ url, region, format, private: isPrivate = false }: FeedSource): FeedQuestion {
  const address = new URL(url);
  if (region !== undefined) {
    const asked = {
      limit: String(seismic.REGION_EVENTS),
      minmag: String(seismic.REGION_MIN_MAGNITUDE),
      sort: '-time',
      region,
    };
    for (const [name, value] of Object.entries(asked)) {
      if (!address.searchParams.has(name)) address.searchParams.set(name, value);
    }
  }
  const mostRead = region === undefined ? MOST_OF_SUMMARY : MOST_OF_REGION;
  return { url: address.href, isPrivate, accept: ACCEPT[format], mostRead };
}

/**
 * The events of an answer, newest first; of a region the newest 200 from magnitude 2.
 * @throws FeedProblem when it is no answer
 */
export function eventsOf(source: FeedSource, { status, text, isCut }: FeedReply, nowMs: EpochMs): ReadEvents {
  if (isCut) {
    const most = questionOf(source).mostRead / 1_000_000;
    throw new FeedProblem(`The feed sends more than ${most} MB, which is more than is read.`);
  }
  // FDSN services say so when there was no event.
  if (status === 204) return { events: [], leftOut: 0 };
  if (status !== 200) throw new FeedProblem(`The feed answered with status ${status}.`);
  if (/^\s*</.test(text)) throw new FeedProblem('The feed answered a web page (HTML or XML) instead of events.');
  const said = source.format === 'geojson' ? readGeojson(text) : readFdsnText(text, linkTo(source));
  const read = judged(said, nowMs);
  if (source.region === undefined) return read;
  const events = read.events.filter(({ magnitude }) => (magnitude ?? -1) >= seismic.REGION_MIN_MAGNITUDE);
  return { ...read, events: events.slice(0, seismic.REGION_EVENTS) };
}

/** By the standard of these services each event is answered under its id; addresses of private networks are told to nobody. */
function linkTo({ url, private: isPrivate }: FeedSource): ((id: string) => string) | undefined {
  if (isPrivate === true) return undefined;
  const { origin, pathname } = new URL(url);
  return (id) => `${origin}${pathname}?eventid=${encodeURIComponent(id)}`;
}
