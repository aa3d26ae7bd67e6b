import type { alarmLists } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CauseText } from '#pages/CauseText.tsx';
import { Age } from '#ui/feedback/Age.tsx';
import classes from './alarm-grid.module.css';
import { momentAddress } from './alarm-key.ts';

type Line = alarmLists.ListedAlarm;

export interface AlarmColumn {
  readonly id: string;
  readonly header: string;
  /** Of the grid's template. */
  readonly width: string;
  readonly sort?: alarmLists.AlarmSort;
  /** It cannot be hidden. */
  readonly isFixed?: boolean;
  /** In which lists it stands; all unless it is said. */
  readonly views?: readonly alarmLists.AlarmView[];
  readonly cell: (line: Line, zone: string) => ReactNode;
}

const STATES = { 1: 'Open', 2: 'Acknowledged', 3: 'Escalated' } as const;

/** How an alarm stands, in one word. */
export function stateWord({ alarmStatus, ended }: Pick<Line, 'alarmStatus' | 'ended'>): string {
  if (ended) return ended.kind === 'expired' ? 'Expired' : 'Closed';
  return alarmStatus === null ? 'Not open' : STATES[alarmStatus];
}

export const alarmColumns: readonly AlarmColumn[] = [
  {
    id: 'severity',
    header: 'Severity',
    width: '84px',
    sort: 'severity',
    isFixed: true,
    cell: ({ severity }) => (
      <span className={classes.severity}>
        <span className={classes.mark} aria-hidden />
        {severity}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: '118px',
    isFixed: true,
    cell: (line) => (
      <span className={classes.state} data-seen={line.alarmStatus === 2}>
        {stateWord(line)}
        {line.active && !line.ended ? '' : line.ended ? '' : <span className={classes.over}>, over</span>}
      </span>
    ),
  },
  {
    id: 'name',
    header: 'Alarm',
    width: 'minmax(150px, 2fr)',
    sort: 'name',
    isFixed: true,
    cell: ({ name, reason }) => (
      <span className={classes.name} title={reason === '' ? name : `${name}: ${reason}`}>
        {name}
        {reason === '' ? null : <span className={classes.dim}> {reason}</span>}
      </span>
    ),
  },
  {
    id: 'asset',
    header: 'Asset',
    width: 'minmax(120px, 1.5fr)',
    sort: 'asset',
    isFixed: true,
    cell: (line) => (
      <Link className={classes.link} href={momentAddress(line)} tabIndex={-1} title="Its dashboard when it was raised">
        {line.assetName}
      </Link>
    ),
  },
  {
    id: 'raised',
    header: 'Raised',
    width: '92px',
    sort: 'raised',
    cell: ({ raised }, zone) => <Age timeMs={Date.parse(raised)} zone={zone} />,
  },
  { id: 'count', header: 'Count', width: '68px', sort: 'count', cell: ({ count }) => count },
  {
    id: 'cause',
    header: 'Cause',
    width: 'minmax(120px, 2fr)',
    cell: (line) => <CauseText alarm={line} />,
  },
  {
    id: 'acknowledged',
    header: 'Acknowledged by',
    width: 'minmax(110px, 1fr)',
    sort: 'acknowledged',
    cell: ({ acknowledged }) => (acknowledged ? acknowledged.user : '–'),
  },
  {
    id: 'until',
    header: 'Shelved until',
    width: '160px',
    views: ['shelved'],
    cell: ({ shelved }, zone) =>
      shelved ? <span title={shelved.note}>{formatDateTime(Date.parse(shelved.until), zone)}</span> : '–',
  },
  {
    id: 'shelvedBy',
    header: 'By',
    width: 'minmax(90px, 1fr)',
    views: ['shelved'],
    cell: ({ shelved }) => shelved?.user ?? '–',
  },
  {
    id: 'ended',
    header: 'Ended',
    width: '160px',
    sort: 'ended',
    views: ['past'],
    cell: ({ ended }, zone) => (ended ? formatDateTime(Date.parse(ended.time), zone) : '–'),
  },
  {
    id: 'endedBy',
    header: 'By',
    width: 'minmax(90px, 1fr)',
    views: ['past'],
    cell: ({ ended }) => <span title={ended?.note}>{ended?.user ?? '–'}</span>,
  },
];

/** The columns of a list, in their order. */
export function columnsOf(view: alarmLists.AlarmView, hidden: readonly string[]): readonly AlarmColumn[] {
  return alarmColumns.filter(
    ({ id, views, isFixed }) => (views === undefined || views.includes(view)) && (isFixed || !hidden.includes(id)),
  );
}
