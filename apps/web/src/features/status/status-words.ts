import type { NodeStatus, PortalStatus } from '@telltale/contract';

const DAY_MS = 86_400_000;

/** A pace: few with a digit, many without. */
export function paceText(perSecond: number): string {
  const digits = perSecond < 10 && perSecond > 0 ? 1 : 0;
  return `${perSecond.toLocaleString(undefined, { maximumFractionDigits: digits })} points a second`;
}

export function durationText(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`;
  return `${Math.round(ms).toLocaleString()} ms`;
}

/** In how many whole days, hours where there are none: 'in 12 days', '3 hours ago', 'just now'. */
export function fromNowText(timeMs: number, nowMs: number): string {
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });
  const ms = timeMs - nowMs;
  if (Math.abs(ms) >= 2 * DAY_MS) return words.format(Math.trunc(ms / DAY_MS), 'day');
  if (Math.abs(ms) >= 3_600_000) return words.format(Math.trunc(ms / 3_600_000), 'hour');
  if (Math.abs(ms) < 60_000) return 'just now';
  return words.format(Math.trunc(ms / 60_000), 'minute');
}

const NEAR_MS = 1_000;

/** How a node's clock stands to the database's, and what follows where it is far off. */
export function clockText({ clockOffsetMs, mayOwn }: Pick<NodeStatus, 'clockOffsetMs' | 'mayOwn'>): string {
  const ms = Math.abs(clockOffsetMs);
  if (ms < NEAR_MS) return 'right';
  const time = ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;
  const wrong = `${time} ${clockOffsetMs > 0 ? 'ahead' : 'behind'}`;
  return mayOwn ? wrong : `${wrong}: it stores nothing until that is set right`;
}

/** For headings over figures of the node that answers, where it has others beside it: ' at node one'. */
export function atNode(cluster: PortalStatus['cluster']): string {
  const { nodes } = cluster ?? { nodes: [] };
  const answering = nodes.find(({ isThis }) => isThis);
  return nodes.length > 1 && answering ? ` at node ${answering.name}` : '';
}

const WORDS = { mails: 'mail', alerts: 'alert', exports: 'export', commands: 'command' } as const;

/** What is to be done yet: '1 mail, 3 exports'. */
export function waitingText(waiting: PortalStatus['waiting']): string {
  const kinds = Object.entries(WORDS) as [keyof typeof WORDS, string][];
  const texts = kinds
    .filter(([kind]) => waiting[kind] > 0)
    .map(([kind, word]) => `${waiting[kind].toLocaleString()} ${word}${waiting[kind] === 1 ? '' : 's'}`);
  return texts.length === 0 ? 'nothing' : texts.join(', ');
}

/** What of the disk an operator wants to know beside its room. */
export function diskForecast({ bytesPerDay, fullAt }: PortalStatus['disk'], nowMs: number): string {
  if (bytesPerDay === null) return 'How fast it fills is known after an hour.';
  if (fullAt === null) return 'At the rate of the last day it does not fill.';
  return `At the rate of the last day it is full ${fromNowText(Date.parse(fullAt), nowMs)}.`;
}

const SOON_DAYS = 14;

/** What needs somebody, a line each, faults first. */
export function troublesOf(status: PortalStatus, nowMs: number): { text: string; isFault: boolean }[] {
  const { faults, warnings, disk, mails, certificateEndsAt } = status;
  const troubles = [
    ...faults.map((text) => ({ text, isFault: true })),
    ...warnings.map((text) => ({ text, isFault: false })),
  ];
  if (disk.fullAt !== null && Date.parse(disk.fullAt) - nowMs < SOON_DAYS * DAY_MS) {
    troubles.push({ text: `The disk is full ${fromNowText(Date.parse(disk.fullAt), nowMs)}.`, isFault: false });
  }
  if (mails.waitingSince !== null) {
    const since = fromNowText(Date.parse(mails.waitingSince), nowMs);
    troubles.push({ text: `Mails wait, the oldest came ${since}. ${mails.problem ?? ''}`.trim(), isFault: false });
  }
  if (mails.givenUp > 0) {
    const text =
      mails.givenUp === 1
        ? 'In the last week a mail was given up.'
        : `In the last week ${mails.givenUp.toLocaleString()} mails were given up.`;
    troubles.push({ text: `${text} The log says why.`, isFault: false });
  }
  if (certificateEndsAt !== null && Date.parse(certificateEndsAt) - nowMs < SOON_DAYS * DAY_MS) {
    const endsMs = Date.parse(certificateEndsAt);
    const words = endsMs < nowMs ? 'expired' : 'expires';
    troubles.push({ text: `The certificate ${words} ${fromNowText(endsMs, nowMs)}.`, isFault: endsMs < nowMs });
  }
  return troubles;
}
