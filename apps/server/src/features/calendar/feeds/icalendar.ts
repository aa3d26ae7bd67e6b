import type { EpochMs, events } from '@telltale/contract';

export interface IcalendarEntry {
  /** The same as long as the entry is the same one. */
  uid: string;
  timeMs: EpochMs;
  /** When the portal heard of it. */
  stampMs: EpochMs;
  summary: string;
  description: string;
  status: events.EventStatus;
  url: string;
}

const LINE_BYTES = 75;
/** RFC 5545 §3.8.1.11: of an event it is one of these. */
const STATUSES = { 0: 'CANCELLED', 1: 'TENTATIVE', 2: 'CONFIRMED', 3: 'CONFIRMED' } as const;

/**
 * Maintenance as iCalendar (RFC 5545). Each entry is a moment without a length, in UTC: calendar programs show it on their
 * own clock.
 */
export function icalendar(name: string, entries: readonly IcalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Telltale//Maintenance calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      `UID:${text(entry.uid)}`,
      `DTSTAMP:${utc(entry.stampMs)}`,
      `DTSTART:${utc(entry.timeMs)}`,
      `SUMMARY:${text(entry.summary)}`,
      ...(entry.description === '' ? [] : [`DESCRIPTION:${text(entry.description)}`]),
      `STATUS:${STATUSES[entry.status]}`,
      `URL:${entry.url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** `20261126T080000Z`; years beyond four digits have no form here. */
function utc(timeMs: EpochMs): string {
  const clamped = Math.min(Math.max(timeMs, Date.UTC(1, 0, 1)), Date.UTC(9999, 11, 31, 23, 59, 59));
  return `${new Date(clamped).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** A text as a value: what would end a line or begin another property is escaped, other control characters are left out. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** In lines of 75 bytes at most, each next one begun by a space; no character is cut apart. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_BYTES) return line;
  let out = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return out;
}
