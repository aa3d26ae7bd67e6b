import type { alertCoverage } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { stateText, whatWords } from '#ui/alarms/alert-words.ts';
import type { TableColumn } from '#ui/table/table-column.ts';
import { stepsWords } from '../escalation/escalation-words.ts';

type Subscription = alertCoverage.AlertSubscription;

export const silenceWords: Readonly<Record<alertCoverage.Silence, string>> = {
  noRight: 'may not view alarms',
  noSight: 'sees none of these assets',
  mailsOff: 'has switched mails off and has no other way',
  noAddress: 'has no mail address and no other way',
};

/** `3 people`, `1 asset`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** What is told: severities, and connections where these are. */
export function wantedWords({ severityMin, severityMax, online, offline }: Subscription): string {
  const range = severityMin === severityMax ? `Severity ${severityMin}` : `Severity ${severityMin} to ${severityMax}`;
  if (online && offline) return `${range}, offline and online`;
  return `${range}${offline ? ', offline' : ''}${online ? ', online' : ''}`;
}

/** By which ways the people of a subscription are told. */
export function waysWords({ people, webhook }: Subscription): string {
  const ways = [
    people.mail > 0 ? `${people.mail} by mail` : '',
    people.push > 0 ? `${people.push} in a browser` : '',
    people.text > 0 ? `${people.text} by text` : '',
    webhook ? 'a webhook' : '',
  ].filter(Boolean);
  return ways.length === 0 ? 'Nobody is told' : ways.join(', ');
}

/** Who is told first when only one is, and who comes next. */
export function orderWords({ onCallOnly, onCall, steps }: Subscription): string {
  const first = onCallOnly
    ? `Who is on call${onCall === null ? ' (nobody now: everybody)' : ` (${onCall} now)`}. `
    : '';
  const next = steps.length === 0 ? 'Nobody else is told' : stepsWords(steps);
  return `${first}${next.charAt(0).toUpperCase()}${next.slice(1)}`;
}

/** What was told last, with when, to whom and what became of it. */
export function lastWords(last: Subscription['last'], zone: string): string {
  if (last === null) return 'Nothing was sent lately';
  const time = formatDateTime(Date.parse(last.time), zone);
  return `${time} ${whatWords(last)}, ${last.asset}, to ${last.to}. ${stateText(last, zone)}`;
}

function column<Row>(header: string, value: TableColumn<Row>['value']): TableColumn<Row> {
  return { id: header, header, value };
}

/** The file has what the page shows, a figure in a column. */
export const subscriptionColumns = (zone: string): TableColumn<Subscription>[] => [
  column('User group', ({ userGroupName }) => userGroupName),
  column('Asset group', ({ assetGroupName }) => assetGroupName),
  column('Least severity', ({ severityMin }) => severityMin),
  column('Highest severity', ({ severityMax }) => severityMax),
  column('Offline', ({ offline }) => (offline ? 'yes' : 'no')),
  column('Online', ({ online }) => (online ? 'yes' : 'no')),
  column('When nobody acknowledges', orderWords),
  column('People', ({ people }) => people.total),
  column('By mail', ({ people }) => people.mail),
  column('In a browser', ({ people }) => people.push),
  column('By text', ({ people }) => people.text),
  column('Webhook', ({ webhook }) => (webhook ? 'yes' : 'no')),
  column('With quiet hours', ({ people }) => people.quiet),
  column('Cannot be told', ({ people }) => people.untold),
  column('Assets', ({ assets }) => assets),
  column('Sent last', ({ last }) => lastWords(last, zone)),
];

export const gapKinds: readonly { kind: alertCoverage.GapKind; title: string; none: string }[] = [
  { kind: 'asset', title: 'Assets', none: 'Somebody is told about every asset.' },
  { kind: 'person', title: 'People', none: 'Everybody who should be told can be.' },
  { kind: 'group', title: 'Groups', none: 'Every user group that is told has people in it, or a webhook.' },
  { kind: 'alarm', title: 'Alarms', none: 'Every alarm has a severity that somebody hears of.' },
];

/** What the gaps of a kind are, in a sentence. */
export function gapsTitle(kind: alertCoverage.GapKind, count: number): string {
  const number = count.toLocaleString();
  if (kind === 'asset') return `Nobody is told about ${count === 1 ? '1 asset' : `these ${number} assets`}`;
  if (kind === 'person')
    return count === 1 ? '1 person should be told and is not' : `${number} people should be told and are not`;
  if (kind === 'group') return `${counted(count, 'user group')} without anybody to tell`;
  return `Nobody hears of ${counted(count, 'alarm')}: no subscription has the severity`;
}

/** What a gap is of, and why it is one. */
export function gapWords(gap: alertCoverage.AlertGap): { what: string; of: string; why: string } {
  if (gap.kind === 'asset') {
    const what = gap.assetAlias || gap.serialNumber;
    const why = gap.isSubscribed
      ? 'Nobody in its subscriptions can be told'
      : 'It is in no asset group that a user group is told of';
    return { what, of: gap.assetDefinitionName, why };
  }
  if (gap.kind === 'person') {
    const of = gap.userGroups.map(({ userGroupName }) => userGroupName).join(', ');
    const why = gap.silence.map((silence) => silenceWords[silence]).join('; ');
    return { what: gap.username, of, why: `${why.charAt(0).toUpperCase()}${why.slice(1)}` };
  }
  if (gap.kind === 'group') {
    const of = counted(gap.subscriptions, 'subscription');
    return { what: gap.userGroupName, of, why: 'Nobody is in it, and it has no webhook' };
  }
  const why = `Severity ${gap.severity}, ${counted(gap.assets, 'asset')}`;
  return { what: gap.name, of: gap.assetDefinitionName, why };
}

/** Where a gap is mended. */
export function gapAddress(gap: alertCoverage.AlertGap): string {
  if (gap.kind === 'asset') return `/assetgroups?select=asset-${gap.assetId}`;
  if (gap.kind === 'person') return `/access?user=${gap.userId}`;
  if (gap.kind === 'group') return `/admin?select=userGroup-${gap.userGroupId}`;
  return `/configuration/assetdefinitions/${gap.assetDefinitionId}/alarms`;
}

export const gapHeaders: Readonly<Record<alertCoverage.GapKind, readonly [string, string, string]>> = {
  asset: ['Asset', 'Definition', 'Why'],
  person: ['Person', 'In', 'Why'],
  group: ['User group', 'Is told by', 'Why'],
  alarm: ['Alarm', 'Definition', 'What'],
};

export function gapColumns(kind: alertCoverage.GapKind): TableColumn<alertCoverage.AlertGap>[] {
  const [what, of, why] = gapHeaders[kind];
  return [
    column(what, (gap) => gapWords(gap).what),
    ...(kind === 'asset'
      ? [column<alertCoverage.AlertGap>('Serial number', (gap) => (gap.kind === 'asset' ? gap.serialNumber : null))]
      : []),
    column(of, (gap) => gapWords(gap).of),
    column(why, (gap) => gapWords(gap).why),
  ];
}
