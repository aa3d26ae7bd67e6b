import { Button } from '@mantine/core';
import type { alarmHealth } from '@telltale/contract';
import { type CSSProperties, useState } from 'react';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { shareText } from './figures.ts';
import classes from './health.module.css';
import { type ShownKind, shownKinds } from './health-address.ts';
import { inOrder, kindWords } from './kinds.ts';

const AT_FIRST = 30;

interface BadActorsProps {
  alarms: readonly alarmHealth.AlarmHealth[];
  kind: ShownKind;
  opened: number | undefined;
  onKind: (kind: ShownKind) => void;
  onOpen: (alarmDefinitionId: number) => void;
}

/** The alarms of the time, the worst of a kind first. */
export function BadActors({ alarms, kind, opened, onKind, onOpen }: BadActorsProps) {
  const palette = usePalette();
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
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Alarm</th>
              <th scope="col" className={classes.number}>
                Alarms
              </th>
              <th scope="col" className={classes.number}>
                Share
              </th>
              <th scope="col" className={classes.number} data-wide="true">
                Chattering
              </th>
              <th scope="col" className={classes.number} data-wide="true">
                Stale
              </th>
              <th scope="col" className={classes.number} data-wide="true">
                Acted on
              </th>
              <th scope="col" className={classes.number} data-wide="true">
                Assets
              </th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((alarm) => (
              <tr key={alarm.alarmDefinitionId} data-opened={alarm.alarmDefinitionId === opened}>
                <th scope="row">
                  <button type="button" className={classes.name} onClick={() => onOpen(alarm.alarmDefinitionId)}>
                    <span
                      className={classes.mark}
                      style={{ '--severity': severityFill(palette, alarm.severity) } as CSSProperties}
                      aria-hidden
                    />
                    {alarm.name}
                  </button>
                </th>
                <td className={classes.number}>{alarm.alarms.toLocaleString('en')}</td>
                <td className={classes.number}>{shareText(alarm.share)}</td>
                <td className={classes.number} data-wide="true">
                  {alarm.chattering.toLocaleString('en')}
                </td>
                <td className={classes.number} data-wide="true">
                  {alarm.stale.toLocaleString('en')}
                </td>
                <td className={classes.number} data-wide="true">
                  {alarm.acted.toLocaleString('en')} of {alarm.opened.toLocaleString('en')}
                </td>
                <td className={classes.number} data-wide="true">
                  {alarm.assets.toLocaleString('en')}
                </td>
                <td>{alarm.kinds.map((one) => kindWords[one]).join(', ') || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {shown.length < listed.length ? (
        <Button variant="default" className={classes.more ?? ''} onClick={() => setWhole(true)}>
          Show all {listed.length.toLocaleString('en')}
        </Button>
      ) : null}
    </section>
  );
}
