import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type exportJobs, exportSchedules } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { exportSchedulesQuery } from '#api/export-queries.ts';
import { rhythmWords } from '#pages/exports/repeat-words.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import classes from './exports-page.module.css';

type Run = NonNullable<exportSchedules.ExportSchedule['last']>;

/** What is exported again and again: when it comes, and what became of the last run. Nothing where there is none. */
export function Schedules() {
  const zone = useOwnZone();
  const client = useQueryClient();
  const list = useQuery(exportSchedulesQuery);
  const remove = useMutation({
    mutationFn: ({ scheduleId }: exportSchedules.ExportSchedule) =>
      callApi(exportSchedules.removeExportSchedule, { params: { scheduleId } }),
    onError: (failure, { filename }) => toast(`${filename} is still scheduled. ${messageOf(failure)}`, 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: exportSchedulesQuery.queryKey }),
  });
  const ask = async (schedule: exportSchedules.ExportSchedule) => {
    const message = `Remove the scheduled export ${schedule.filename}? It is not made any more; what it has made stays as long as it would.`;
    const asked = { title: 'Remove scheduled export', message, confirmLabel: 'Remove', isDestructive: true };
    if (await confirm(asked)) remove.mutate(schedule);
  };
  // In the reader's zone as all of the page: that of the rhythm stands with it.
  const at = (iso: string) => `${formatDateTime(Date.parse(iso), zone)} ${zoneName(Date.parse(iso), zone)}`;
  return (
    <>
      <Pending
        query={list}
        label="Loading the scheduled exports"
        failure="The scheduled exports could not be loaded."
        rows={1}
      />
      {list.data && list.data.length > 0 ? (
        <>
          <h2 className={classes.heading}>Scheduled</h2>
          <SmallTable label="Scheduled exports" headers={['File', 'When', 'Runs']} toolsLabel="Remove" isStacked>
            {list.data.map((schedule) => (
              <tr key={schedule.scheduleId}>
                <td>{schedule.filename}</td>
                <td>
                  {rhythmWords(schedule)}
                  {schedule.isMailed ? ', with a mail' : ''}
                </td>
                <td>
                  <p className={classes.run}>Next: {at(schedule.next)}</p>
                  {Date.parse(schedule.next) <= Date.now() && <p className={classes.note}>Due, waits for its turn.</p>}
                  {schedule.last && <LastRun last={schedule.last} at={at} />}
                </td>
                <ToolsCell>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Remove the scheduled ${schedule.filename}`}
                    onClick={() => void ask(schedule)}
                  >
                    Remove
                  </Button>
                </ToolsCell>
              </tr>
            ))}
          </SmallTable>
        </>
      ) : null}
    </>
  );
}

/** What became of an export that was begun; its owner may have removed it since. */
const FATES: Record<Exclude<exportJobs.ExportState, 'failed'>, string> = {
  queued: 'waits for its turn',
  running: 'is being made',
  ready: 'made',
  expired: 'made',
  withheld: 'made',
  cancelled: 'cancelled',
};

function LastRun({ last, at }: { last: Run; at: (iso: string) => string }) {
  const { state, time, message, rows } = last;
  if (state === 'failed' || (state === null && message !== null)) {
    return (
      <p role="alert" className={classes.fault}>
        Not made at {at(time)}. {message}
      </p>
    );
  }
  return (
    <p className={classes.note}>
      Last: {at(time)}, {state === null ? 'made' : FATES[state]}
      {rows === 0 && state !== null && FATES[state] === 'made' ? ', without a value in its time' : ''}
    </p>
  );
}
