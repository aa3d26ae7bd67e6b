import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { exportJobs } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { exportListQuery, isUnderWay } from '#api/export-queries.ts';
import { JobState } from '#pages/exports/JobState.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Page } from '#ui/page/Page.tsx';
import frame from '#ui/page/page.module.css';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import { Schedules } from './Schedules.tsx';

const ExportDialog = lazyPart(async () => (await import('#pages/exports/ExportDialog.tsx')).ExportDialog);

const NO_ASSETS: [] = [];

/** One's exports: those under way, those to be fetched, and what became of the others. */
export function ExportsPage() {
  const zone = useOwnZone();
  const client = useQueryClient();
  const { params, set } = useAddressParams();
  const list = useQuery(exportListQuery);
  const remove = useMutation({
    mutationFn: ({ jobId }: exportJobs.ExportJob) => callApi(exportJobs.cancelExport, { params: { jobId } }),
    onError: (failure, { file }) => toast(`${file.filename} is still there. ${messageOf(failure)}`, 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: exportListQuery.queryKey }),
  });
  const at = (iso: string) => `${formatDateTime(Date.parse(iso), zone)} ${zoneName(Date.parse(iso), zone)}`;
  return (
    <Page
      title="Exports"
      columnWidth={960}
      head={
        <Button className={frame.end ?? ''} onClick={() => set({ new: '1' })}>
          New export
        </Button>
      }
    >
      <Pending query={list} label="Loading exports" failure="The exports could not be loaded." rows={4} />
      {list.data?.length === 0 ? (
        <EmptyState title="You have no exports.">
          Make one with New export, or with Export Data in the menu of a dashboard. Results are kept for 24 hours.
        </EmptyState>
      ) : null}
      {list.data && list.data.length > 0 ? (
        <SmallTable label="Exports" headers={['File', 'Asked for', 'State']} toolsLabel="Cancel or remove" isStacked>
          {list.data.map((job) => (
            <tr key={job.jobId}>
              <td>{job.file.filename}</td>
              <td>{at(job.created)}</td>
              <td>
                <JobState job={job} />
              </td>
              <ToolsCell>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${isUnderWay(job) ? 'Cancel' : 'Remove'} ${job.file.filename}`}
                  onClick={() => remove.mutate(job)}
                >
                  {isUnderWay(job) ? 'Cancel' : 'Remove'}
                </Button>
              </ToolsCell>
            </tr>
          ))}
        </SmallTable>
      ) : null}
      <Schedules />
      {params.has('new') && (
        <ExportDialog assets={NO_ASSETS} name="export" zone={zone} onClose={() => set({ new: undefined })} />
      )}
    </Page>
  );
}
