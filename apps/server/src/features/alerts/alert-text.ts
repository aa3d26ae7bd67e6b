import type { AlertItem } from './alert-delivery-repository.ts';
import { matterOf } from './alert-news.ts';
import { type AlertReader, type FirstOut, PLAIN_READER, timeText } from './readers/alert-reader.ts';

/** The listed ones; of a flood the rest is a number. */
const MOST_LISTED = 50;
const MOST_FLOODS = 5;

const one = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const by = (name: string) => (name === 'telltale' ? '' : ` by ${one(name)}`);

/** What happened, in a few words. */
export function stateText(item: Pick<AlertItem, 'kind' | 'by'>): string {
  switch (item.kind) {
    case 'raised':
      return 'raised';
    case 'escalated':
      return 'still not acknowledged, escalated';
    case 'unanswered':
      return 'not acknowledged by those who were told first';
    case 'acknowledged':
      return `acknowledged${by(item.by)}`;
    case 'closed':
      return `closed${by(item.by)}`;
    case 'expired':
      return 'closed because its time ran out';
    case 'online':
      return 'online';
    default:
      return 'offline';
  }
}

/** One line for one thing: the subject of its mail, the text to a phone. */
export function headline(item: AlertItem): string {
  const asset = one(item.assetName);
  if (item.source === 'connection') return `${asset} is ${stateText(item)}`;
  return `${one(item.name)} on ${asset}: ${stateText(item)}`;
}

const answerLines = (answerUrl: string | undefined) =>
  answerUrl === undefined ? [] : ['', `Acknowledge: ${answerUrl}`];

function lines(item: AlertItem, portalUrl: string, { zone, causeOf }: AlertReader): string[] {
  const cause = one(causeOf(item));
  const isAlarm = item.source === 'alarm';
  return [
    headline(item),
    '',
    ...(isAlarm ? [`Severity: ${item.severity}`] : []),
    ...(item.reason.trim() === '' ? [] : [`Reason: ${one(item.reason)}`]),
    ...(cause === '' ? [] : [`Cause: ${cause}`]),
    ...(cause === one(item.cause) ? [] : [`As sent: ${one(item.cause)}`]),
    ...(isAlarm ? [`Raised: ${timeText(item.occurrenceMs, zone)}`] : []),
    ...(isAlarm && item.timeMs === item.occurrenceMs ? [] : [`When: ${timeText(item.timeMs, zone)}`]),
    ...(item.note.trim() === '' ? [] : [`Note: ${one(item.note)}`]),
    '',
    dashboardOf(item, portalUrl),
  ];
}

export const dashboardOf = ({ assetId }: Pick<AlertItem, 'assetId'>, portalUrl: string) =>
  `${portalUrl}/assets/${assetId}/dashboard`;

const HELD = 'It was held until the end of your quiet hours, which you set in the settings.';
const FOOT = 'You get this because a user group that you are in is told of this equipment.';

const named = ({ name, assetName }: Pick<FirstOut, 'name' | 'assetName'>) => `${one(name)} on ${one(assetName)}`;

/** What a flood began with stands in its subject: who reads no more has read that. Of several floods it is the newest. */
function firstAndSeverest(firstOuts: readonly FirstOut[], severest: AlertItem): string {
  const first = firstOuts.at(-1);
  if (first === undefined) return `the severest: ${headline(severest)}`;
  const isSame = severest.occurrenceMs === first.raisedMs && named(severest) === named(first);
  return isSame
    ? `first out and severest: ${named(first)}`
    : `first out: ${named(first)}; severest: ${named(severest)}`;
}

/** What each flood began with, whether this message lists it or one before it did. */
function floodLines(firstOuts: readonly FirstOut[], zone: string): string[] {
  const lines = firstOuts.slice(-MOST_FLOODS).map((first) => {
    const since = `${timeText(first.raisedMs, zone)}, ${first.alarms} alarms so far`;
    return `First out of a flood: [${first.severity}] ${named(first)} (${since})`;
  });
  const earlier = firstOuts.length - lines.length;
  return earlier > 0 ? [`${earlier} floods before these.`, ...lines] : lines;
}

/** Several things in one: each alarm once with everything that happened to it, the severest first. */
function together(
  items: readonly AlertItem[],
  portalUrl: string,
  answerUrl: string | undefined,
  { zone, firstOuts }: AlertReader,
): { subject: string; text: string } {
  const wasHeld = items.some((item) => item.wasHeld);
  const matters = [...Map.groupBy(items, matterOf).values()];
  // After quiet hours what is over comes last: the rest is what there is to do.
  matters.sort(
    (a, b) =>
      (wasHeld ? Number(isOver(a)) - Number(isOver(b)) : 0) ||
      severityOf(b) - severityOf(a) ||
      firstOf(a).timeMs - firstOf(b).timeMs,
  );
  const listed = matters.slice(0, MOST_LISTED).map((matter) => {
    const first = firstOf(matter);
    const head =
      first.source === 'connection'
        ? one(first.assetName)
        : `[${first.severity}] ${one(first.name)} on ${one(first.assetName)}`;
    const happened = matter.map((item) => `${timeText(item.timeMs, zone)} ${stateText(item)}`).join(', ');
    return `${head}: ${happened}`;
  });
  const rest = matters.length - listed.length;
  const severest = matters[0] ?? [];
  const last = severest.at(-1) ?? firstOf(severest);
  const many = wasHeld
    ? `${matters.length} alerts of your quiet hours, first: ${headline(last)}`
    : `${matters.length} alerts, ${firstAndSeverest(firstOuts, firstOf(severest))}`;
  const subject = matters.length === 1 ? headline(last) : many;
  const more = rest > 0 ? [`… and ${rest} more.`] : [];
  const why = wasHeld
    ? HELD
    : 'So much happens that it comes together: in one message every ten minutes, and what breaks through every minute.';
  return {
    subject,
    text: [
      ...floodLines(firstOuts, zone),
      ...listed,
      ...more,
      '',
      why,
      portalUrl,
      ...answerLines(answerUrl),
      '',
      FOOT,
      '',
    ].join('\n'),
  };
}

/**
 * The message that tells these things.
 * @param reader in whose zone and units
 * @param answerUrl where who reads it acknowledges; undefined: nowhere
 */
export function alertText(
  items: readonly AlertItem[],
  portalUrl: string,
  reader: AlertReader = PLAIN_READER,
  answerUrl?: string,
): { subject: string; text: string } {
  const [only] = items;
  if (!only || items.length > 1) return together(items, portalUrl, answerUrl, reader);
  return {
    subject: headline(only),
    text: [
      ...lines(only, portalUrl, reader),
      ...answerLines(answerUrl),
      '',
      ...(only.wasHeld ? [HELD] : []),
      FOOT,
      '',
    ].join('\n'),
  };
}

const OVER: ReadonlySet<string> = new Set(['acknowledged', 'closed', 'expired']);

const isOver = (matter: readonly AlertItem[]) => OVER.has(matter.at(-1)?.kind ?? '');

const severityOf = (matter: readonly AlertItem[]) => Math.max(...matter.map(({ severity }) => severity));

function firstOf(matter: readonly AlertItem[]): AlertItem {
  const [first] = matter;
  if (!first) throw new Error('There is nothing to tell.');
  return first;
}
