import { Button } from '@mantine/core';
import type { alarmHealth } from '@telltale/contract';
import { useState } from 'react';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { shareText, whoseText } from './figures.ts';
import { FigureCell, HealthTable, SeverityMark } from './HealthTable.tsx';
import classes from './health.module.css';
import { type ShownKind, shownKinds } from './health-address.ts';
import { inOrder, kindWords } from './kinds.ts';

const AT_FIRST = 30;

const COLUMNS = [
  { name: 'Alarm' },
  { name: 'Alarms', figures: 'narrow' },
  { name: 'Share', figures: 'narrow' },
  { name: 'Chattering', figures: 'wide' },
  { name: 'Stale', figures: 'wide' },
  { name: 'Acted on', figures: 'wide' },
  { name: 'Assets', figures: 'wide' },
  { name: 'What is wrong' },
] as const;

interface BadActorsProps {
  alarms: readonly alarmHealth.AlarmHealth[];
  kind: ShownKind;
  opened: number | undefined;
  onKind: (kind: ShownKind) => void;
  onOpen: (alarmDefinitionId: number) => void;
}

/** The alarms of the time, the worst of a kind first. */
export function BadActors({ alarms, kind, opened, onKind, onOpen }: BadActorsProps) {
  const [isWhole, setWhole] = useState(false);
  const listed = inOrder(alarms, kind);
  const shown = isWhole ? listed : listed.slice(0, AT_FIRST);
  return (
    <section aria-label="Alarms, the worst first" className={classes.actors}>
      <fieldset className={classes.kinds}>
        <legend className={classes.caption}>Alarms, the worst first</legend>
        {shownKinds.map((one) => (
          <Button
            key={one}
            size="compact-sm"
            variant={one === kind ? 'filled' : 'default'}
            aria-pressed={one === kind}
            onClick={() => onKind(one)}
          >
            {kindWords[one]} {inOrder(alarms, one).length}
          </Button>
        ))}
      </fieldset>
      {listed.length === 0 ? <EmptyState title="No alarm is like that." /> : null}
      {listed.length > 0 ? (
        <HealthTable columns={COLUMNS}>
          {shown.map((alarm) => (
            <tr key={alarm.alarmDefinitionId} data-opened={alarm.alarmDefinitionId === opened}>
              <th scope="row">
                <button type="button" className={classes.name} onClick={() => onOpen(alarm.alarmDefinitionId)}>
                  <SeverityMark severity={alarm.severity} />
                  {alarm.name}
                </button>
                <span className={classes.whose}>{whoseText(alarm)}</span>
              </th>
              <FigureCell>{alarm.alarms}</FigureCell>
              <FigureCell>{shareText(alarm.share)}</FigureCell>
              <FigureCell isWide>{alarm.chattering}</FigureCell>
              <FigureCell isWide>{alarm.stale}</FigureCell>
              <FigureCell isWide>{actedText(alarm)}</FigureCell>
              <FigureCell isWide>{alarm.assets}</FigureCell>
              <td>{alarm.kinds.map((one) => kindWords[one]).join(', ') || '–'}</td>
            </tr>
          ))}
        </HealthTable>
      ) : null}
      {shown.length < listed.length ? (
        <Button variant="default" className={classes.more ?? ''} onClick={() => setWhole(true)}>
          Show all {listed.length.toLocaleString('en')}
        </Button>
      ) : null}
    </section>
  );
}

function actedText({ acted, opened }: alarmHealth.AlarmHealth): string {
  return `${acted.toLocaleString('en')} of ${opened.toLocaleString('en')}`;
}
