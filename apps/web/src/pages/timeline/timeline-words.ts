import type { timeline } from '@telltale/contract';
import { formatDuration } from '@telltale/domain/format/age.ts';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { whyOf, whyOfAlarm } from '#actions/why.ts';

/** What the kinds are called where one chooses among them. */
export const kindWords: Readonly<Record<timeline.TimelineKind, string>> = {
  alarm: 'Alarms',
  comment: 'Comments',
  command: 'Commands',
  connection: 'Offline',
  edit: 'Edits of history',
  file: 'Files',
  maintenance: 'Maintenance',
  event: 'Events',
  note: 'Notes',
};

/** What one entry is called. */
export const entryWords: Readonly<Record<timeline.TimelineKind, string>> = {
  alarm: 'Alarm',
  comment: 'Comment',
  command: 'Command',
  connection: 'Connection',
  edit: 'Edit of history',
  file: 'File',
  maintenance: 'Maintenance',
  event: 'Event',
  note: 'Note',
};

/** Who the portal itself is, in lists of who did something. */
const PORTAL = 'telltale';

/** `acknowledged by ada`, `for 5 min`: what stands behind the title. */
export function stateOf(entry: timeline.TimelineEntry, zone: string): string {
  const by = entry.user === PORTAL || entry.user === '' ? '' : `by ${entry.user}`;
  if (entry.kind === 'connection') return entry.until === null ? 'still' : `for ${lengthOf(entry.time, entry.until)}`;
  const span =
    entry.kind === 'edit' && entry.from !== null && entry.until !== null
      ? `${formatDateTime(Date.parse(entry.from), zone)} to ${formatDateTime(Date.parse(entry.until), zone)}`
      : '';
  const size = entry.length === null ? '' : formatBytes(entry.length);
  const done = [entry.kind === 'comment' ? '' : entry.state, by].filter(Boolean).join(' ');
  return [done, size, span].filter(Boolean).join(' · ');
}

function lengthOf(from: string, until: string): string {
  return formatDuration(Date.parse(until) - Date.parse(from));
}

/** Marks what an entry says: the values of an alarm that was raised, or the data item whose history was edited. */
export function whyOfEntry(entry: timeline.TimelineEntry, assetId: number) {
  const { kind, state, id, time, until, causeNumbers } = entry;
  if (id === null) return {};
  if (kind === 'edit' && until !== null) return whyOf({ assetId, dataItemId: id, atMs: Date.parse(until) });
  const isRaised = kind === 'alarm' && (state === 'raised' || state === 'raised again');
  return isRaised ? whyOfAlarm({ assetId, alarmDefinitionId: id, causeNumbers }, time) : {};
}

/** Where an entry leads: to its thing, or to the asset as it was then; undefined where the user may see neither. */
export function addressOf(
  { kind, time, from, id, title }: timeline.TimelineEntry,
  assetId: number,
  { mayDashboard, mayItems }: { mayDashboard: boolean; mayItems: boolean },
): string | undefined {
  if (kind === 'command' && id !== null) return `/commands?asset=${assetId}&command=${id}`;
  if (kind === 'file') return `/files?asset=${assetId}&search=${encodeURIComponent(title)}`;
  if (kind === 'edit' && id !== null && mayItems) {
    return `/assets/${assetId}/items/${id}/why?at=${encodeURIComponent(from ?? time)}`;
  }
  if (!mayDashboard) return undefined;
  return `/assets/${assetId}/dashboard?t=${encodeURIComponent(time.replace('.000Z', 'Z'))}`;
}
