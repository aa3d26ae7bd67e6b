import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { alarms, permissionId } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { whyOfAlarm } from '#actions/why.ts';
import { assetAlarmsQuery } from '#api/alarm-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useCauseText } from '#pages/use-cause-text.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { useMay } from '#session/session-store.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { RecordRow } from './RecordRow.tsx';
import classes from './records.module.css';
import { type AlarmChanges, useAlarmChanges } from './use-alarm-changes.ts';

const statusWords: Readonly<Record<alarms.AlarmStatus, string>> = { 1: 'Open', 2: 'Acknowledged', 3: 'Escalated' };

/** The alarms that are not closed, the severest first; acknowledged and closed by who may. */
export function OpenAlarms({ assetId }: { assetId: number }) {
  useWhyGestures();
  const query = useQuery(assetAlarmsQuery(assetId));
  const mayModify = useMay(permissionId('Alarms', 'Modify'));
  const changes = useAlarmChanges(assetId);
  const list = query.data ?? [];
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h3>Open alarms</h3>
        {mayModify && list.length > 1 ? (
          <Button
            size="compact-sm"
            variant="default"
            disabled={changes.busyWith !== undefined}
            onClick={() => void changes.closeAll(list.length)}
          >
            Close all
          </Button>
        ) : null}
      </div>
      <Pending
        query={query}
        label="Loading the alarms"
        failure="The alarms could not be loaded."
        rows={3}
        rowHeight={48}
      />
      {query.data && list.length === 0 ? <EmptyState title="No alarm is open." /> : null}
      <ul className={classes.list} aria-label="Open alarms">
        {list.map((alarm) => (
          <OpenAlarm key={alarm.alarmDefinitionId} alarm={alarm} changes={mayModify ? changes : undefined} />
        ))}
      </ul>
    </section>
  );
}

/** @param changes undefined: for who may only look */
function OpenAlarm({ alarm, changes }: { alarm: alarms.Alarm; changes: AlarmChanges | undefined }) {
  const zone = useOwnZone();
  const causeText = useCauseText();
  const palette = usePalette();
  const { alarmDefinitionId, name, reason, cause, severity, count, alarmStatus, lastRaised, shelved } = alarm;
  const said = [
    statusWords[alarmStatus],
    `Severity ${severity}`,
    count > 1 ? `raised ${count} times` : '',
    alarm.active ? '' : 'condition no longer true',
    shelved ? `shelved until ${formatDateTime(Date.parse(shelved.until), zone)} by ${shelved.user}` : '',
  ];
  const isBusy = changes?.busyWith === alarmDefinitionId;
  return (
    <RecordRow
      mark={<span className={classes.dot} style={{ background: severityFill(palette, severity) }} />}
      title={name}
      time={lastRaised}
      actions={
        changes ? (
          <>
            {alarmStatus === alarms.ALARM_ACKNOWLEDGED ? null : (
              <Button
                size="compact-sm"
                variant="default"
                disabled={isBusy}
                aria-label={`Acknowledge ${name}`}
                onClick={() => void changes.acknowledge(alarm)}
              >
                Acknowledge
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={`Close alarm ${name}`}
              onClick={() => void changes.close(alarm)}
            >
              Close alarm
            </Button>
          </>
        ) : null
      }
    >
      <span className={classes.note}>{said.filter(Boolean).join(' · ')}</span>
      {reason === '' ? null : <span className={classes.note}>{reason}</span>}
      {cause === '' ? null : (
        <span className={classes.note} {...whyOfAlarm(alarm, lastRaised)}>
          {causeText(alarm)}
        </span>
      )}
    </RecordRow>
  );
}
