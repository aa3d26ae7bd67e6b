import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { exportSchedules } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { exportSchedulesQuery } from '#api/export-queries.ts';
import { rhythmWords } from '#pages/exports/repeat-words.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { toast } from '#ui/feedback/toast.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import classes from './exports-page.module.css';

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
          <SmallTable label="Scheduled exports" headers={['File', 'When', 'Next']} toolsLabel="Remove" isStacked>
            {list.data.map((schedule) => (
              <tr key={schedule.scheduleId}>
                <td>{schedule.filename}</td>
                <td>
                  {rhythmWords(schedule)}
                  {schedule.isMailed ? ', with a mail' : ''}
                </td>
                <td>
                  {at(schedule.next)}
                  {schedule.last?.message ? (
                    <p role="alert" className={classes.fault}>
                      Not made at {at(schedule.last.time)}. {schedule.last.message}
                    </p>
                  ) : null}
                </td>
                <ToolsCell>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Remove the scheduled ${schedule.filename}`}
                    onClick={() => remove.mutate(schedule)}
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
