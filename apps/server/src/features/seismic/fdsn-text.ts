import { FeedProblem } from './feed-problem.ts';
import { depthOf, linkOf, magnitudeOf, numberOf, plainText, type SaidEvent } from './read-event.ts';

/** How services spell the columns; without regard to case, blanks, `#` and the unit behind a slash. */
const COLUMNS = {
  id: ['eventid', 'id', 'publicid'],
  time: ['time', 'origintime', 'eventtime', 'datetime'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lon', 'lng', 'long'],
  depth: ['depth', 'depthkm'],
  magnitude: ['magnitude', 'mag'],
  region: ['eventlocationname', 'region', 'locationname', 'place'],
} as const;
type Column = keyof typeof COLUMNS;
const REQUIRED: readonly Column[] = ['id', 'time', 'latitude', 'longitude', 'magnitude'];

const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?:Z|\+00:?00)?$/;

/**
 * The events of FDSN event text: one line each, columns named by the first line and parted by `|`, or by `;` as regional services have it.
 * @param linkTo the page about an event; undefined: there is none
 * @throws FeedProblem when the first line names no such columns
 */
export function readFdsnText(text: string, linkTo?: (id: string) => string): (SaidEvent | undefined)[] {
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  // No line at all is how these services say that there was no event.
  if (head === '') return [];
  const separator = head.includes('|') ? '|' : ';';
  const names = head.split(separator).map(nameOf);
  const place = (column: Column) => names.findIndex((name) => (COLUMNS[column] as readonly string[]).includes(name));
  const missing = REQUIRED.filter((column) => place(column) < 0);
  if (missing.length > 0) {
    throw new FeedProblem(`The first line of the feed does not name its columns: ${missing.join(', ')} missing.`);
  }
  const places = Object.fromEntries(Object.keys(COLUMNS).map((column) => [column, place(column as Column)]));
  return lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const fields = line.split(separator);
      return eventOf((column) => plainText(fields[places[column] ?? -1] ?? ''), linkTo);
    });
}

const nameOf = (said: string): string =>
  said
    .toLowerCase()
    .replace(/\/.*$/, '')
    .replace(/[^a-z0-9]/g, '');

function eventOf(field: (column: Column) => string, linkTo?: (id: string) => string): SaidEvent | undefined {
  const [id, timeMs] = [field('id'), readTime(field('time'))];
  const [latitude, longitude] = [numberOf(field('latitude'), -90, 90), numberOf(field('longitude'), -180, 180)];
  if (id === '' || timeMs === undefined || latitude === null || longitude === null) return undefined;
  return {
    id,
    timeMs,
    latitude,
    longitude,
    magnitude: magnitudeOf(field('magnitude')),
    depth: depthOf(field('depth')),
    region: field('region'),
    url: linkTo === undefined ? null : linkOf(linkTo(id)),
  };
}

/** UTC, with or without saying so, and with up to nine decimals. */
function readTime(text: string): number | undefined {
  const [, day, clock, decimals = ''] = TIME.exec(text) ?? [];
  if (day === undefined) return undefined;
  const ms = Date.parse(`${day}T${clock}.${decimals.slice(0, 3).padEnd(3, '0')}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
