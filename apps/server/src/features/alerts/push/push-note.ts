import { createHash } from 'node:crypto';
import type { alertBrowsers } from '@telltale/contract';
import type { AlertItem } from '../alert-delivery-repository.ts';
import { matterOf, OPENING_KINDS } from '../alert-news.ts';
import { alertText, headline } from '../alert-text.ts';
import { type AlertReader, PLAIN_READER } from '../readers/alert-reader.ts';

/** A screen shows less; a push service takes 4 kB, sealed. */
const LONGEST_TITLE = 120;
const LONGEST_BODY = 300;
/** What push services allow in a name of what a message is about. */
const LONGEST_TOPIC = 32;

/**
 * What a browser shows of these things. No link in it acknowledges: it lies about on screens, and on a server of somebody else
 * until the phone is reached.
 */
export function pushNoteOf(
  messageId: string,
  items: readonly AlertItem[],
  reader: AlertReader = PLAIN_READER,
): alertBrowsers.PushNote {
  const newest = items.at(-1);
  if (!newest) throw new Error('There is nothing to tell.');
  const matters = new Set(items.map(matterOf));
  const isOne = matters.size === 1;
  const { subject, text } = alertText(items, '', reader);
  // Of many, what each of them is stands at the beginning of the text.
  const [listed = ''] = text.split('\n\n');
  return {
    id: messageId,
    title: short(items.length === 1 ? headline(newest) : subject, LONGEST_TITLE),
    body: short(isOne ? bodyOf(newest, reader) : listed, LONGEST_BODY),
    path: isOne ? pathOf(newest) : '/alarms',
    about: topicOf(isOne ? matterOf(newest) : 'many'),
    time: newest.timeMs,
    calls: items.some(({ source, kind }) => source === 'connection' || OPENING_KINDS.includes(kind)),
  };
}

function bodyOf(item: AlertItem, { causeOf }: AlertReader): string {
  const { source, severity, reason, note } = item;
  const said = [reason, causeOf(item), note]
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
  return [...(source === 'alarm' ? [`Severity ${severity}`] : []), ...said].join(' · ');
}

/** The dashboard of the asset, of an alarm at the moment when it was raised. */
function pathOf({ source, assetId, occurrenceMs }: AlertItem): string {
  const dashboard = `/assets/${assetId}/dashboard`;
  if (source !== 'alarm') return dashboard;
  const raised = new Date(occurrenceMs).toISOString().replace('.000Z', 'Z');
  return `${dashboard}?t=${encodeURIComponent(raised)}`;
}

/** A newer message of the same takes the place of an older one that has not been fetched; the service learns nothing from it. */
const topicOf = (what: string) => createHash('sha256').update(what).digest('base64url').slice(0, LONGEST_TOPIC);

const short = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
