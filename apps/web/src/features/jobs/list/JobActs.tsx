import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { jobs, permissionId } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Closes a job, or opens it again. */
export function JobActs({ job }: { job: jobs.Job }) {
  const records = useQueryClient();
  const mayModify = useMay(permissionId('Jobs', 'Modify'));
  const { jobId, jobSerialNumber } = job;
  const isClosed = job.closedAt !== null;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await (isClosed
        ? callApi(jobs.reopenJob, { params: { jobId } })
        : callApi(jobs.closeJob, { params: { jobId }, body: {} }));
    },
    onSuccess: () => toast(`The job ${jobSerialNumber} is ${isClosed ? 'open again' : 'closed'}.`),
    onError: (error) => toast(messageOf(error), 'error'),
    onSettled: () =>
      Promise.all([
        records.invalidateQueries({ queryKey: queryKeys.jobs }),
        records.invalidateQueries({ queryKey: queryKeys.assets }),
      ]),
  });
  if (!mayModify) return null;
  const word = isClosed ? 'Open again' : 'Close';
  const act = async () => {
    const message = `Close the job ${jobSerialNumber}? Its report ends now.`;
    if (isClosed || (await confirm({ message, title: 'Close job', confirmLabel: 'Close job' }))) mutate();
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${word}: ${jobSerialNumber}`}
      loading={isPending}
      onClick={() => void act()}
    >
      {word}
    </Button>
  );
}
