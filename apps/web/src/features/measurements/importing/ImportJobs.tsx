import { Button, Group, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type measurementImports as Imports, measurementImports } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { toast } from '#ui/feedback/toast.ts';
import { importListQuery } from './import-queries.ts';
import classes from './importing.module.css';

const MOST_SHOWN = 5;
const values = (points: number) => `${points.toLocaleString('en-US')} ${points === 1 ? 'value' : 'values'}`;

/** The user's imports: how far they are, what came of them, and a way to end them. */
export function ImportJobs() {
  const client = useQueryClient();
  const { data, error } = useQuery({ ...importListQuery, refetchOnMount: 'always' });
  const cancel = useMutation({
    mutationFn: (jobId: string) => callApi(measurementImports.cancelMeasurementImport, { params: { jobId } }),
    onSuccess: ({ state, points }) => {
      if (state === 'cancelled') toast(`The import was cancelled. ${values(points)} were stored before.`);
    },
    onError: (failure) => toast(`The import was not cancelled. ${messageOf(failure)}`, 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: importListQuery.queryKey }),
  });
  if (error) return <p className={classes.problem}>Imports could not be loaded. {messageOf(error)}</p>;
  if (data === undefined || data.length === 0) return null;
  return (
    <ul className={classes.jobs} aria-label="Imports">
      {data.slice(0, MOST_SHOWN).map((job) => (
        <li key={job.jobId}>
          <span>{`${job.filename}, ${job.group}`}</span>
          <span className={classes.dim} role={job.state === 'running' ? 'status' : undefined}>
            {stateText(job)}
          </span>
          {job.state === 'running' ? (
            <Group gap="xs" wrap="nowrap">
              <Progress className={classes.progress ?? ''} value={100 * job.share} aria-label={stateText(job)} />
              <Button size="compact-xs" variant="default" onClick={() => cancel.mutate(job.jobId)}>
                Cancel
              </Button>
            </Group>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function stateText({ state, share, points, message }: Imports.MeasurementImport): string {
  switch (state) {
    case 'running':
      return `${Math.floor(100 * share)} %, ${values(points)} stored`;
    case 'done':
      return `Done: ${values(points)} stored.`;
    case 'cancelled':
      return `Cancelled: ${values(points)} were stored before.`;
    case 'failed':
      return `It failed after ${values(points)}. ${message ?? ''}`.trim();
  }
}
