import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { exportJobs } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useEffect } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { exportListQuery, exportSchedulesQuery, isUnderWay } from '#api/export-queries.ts';
import { JobState } from '#pages/exports/JobState.tsx';
import { FilterBar } from '#pages/listing/FilterBar.tsx';
import { ChoiceFilter } from '#pages/listing/filters.tsx';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import { chosenExports, EXPORTS_PER_PAGE, makerChoices, stateChoices } from './export-filter.ts';
import classes from './exports-page.module.css';

const NONE: [] = [];

/** What one has asked for in the last 30 days, a page at a time; which of it stands in the address. */
export function ExportList() {
  const { params, set } = useAddressParams();
  const list = useQuery(exportListQuery);
  const schedules = useQuery(exportSchedulesQuery).data ?? NONE;
  const choice = { state: params.get('state') ?? undefined, by: params.get('by') ?? undefined };
  const isNarrowed = choice.state !== undefined || choice.by !== undefined;
  const found = chosenExports(list.data ?? NONE, schedules, choice);
  const page = pageOf(params.get('page'));
  const pages = Math.max(1, Math.ceil(found.length / EXPORTS_PER_PAGE));
  // The last one of the last page may have been removed; the address may be of a time when there were more.
  const isBeyond = list.data !== undefined && page > pages;
  useEffect(() => {
    if (isBeyond) set({ page: pages > 1 ? String(pages) : undefined });
  });
  const narrow = (changes: Record<string, string | undefined>) => set({ ...changes, page: undefined });
  return (
    <>
      <Pending query={list} label="Loading exports" failure="The exports could not be loaded." rows={4} />
      {list.data?.length === 0 ? (
        <EmptyState title="You have no exports.">
          Make one with New export, or with Export Data in the menu of a dashboard. Results are kept for 24 hours.
        </EmptyState>
      ) : null}
      {list.data && list.data.length > 0 ? (
        <div className={classes.list}>
          <FilterBar onClear={isNarrowed ? () => narrow({ state: undefined, by: undefined }) : undefined}>
            <ChoiceFilter
              label="State"
              choices={stateChoices}
              value={choice.state}
              onChange={(state) => narrow({ state })}
            />
            <ChoiceFilter
              label="Made by"
              choices={makerChoices(list.data, schedules)}
              value={choice.by}
              onChange={(by) => narrow({ by })}
            />
          </FilterBar>
          {found.length === 0 ? (
            <EmptyState title="No export matches.">Clear the filters to see all of them.</EmptyState>
          ) : (
            <ExportTable jobs={found.slice((page - 1) * EXPORTS_PER_PAGE, page * EXPORTS_PER_PAGE)} />
          )}
          <PageSteps page={page} pages={pages} onPage={(next) => set({ page: String(next) })} />
        </div>
      ) : null}
    </>
  );
}

function ExportTable({ jobs }: { jobs: readonly exportJobs.ExportJob[] }) {
  const zone = useOwnZone();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ jobId }: exportJobs.ExportJob) => callApi(exportJobs.cancelExport, { params: { jobId } }),
    onError: (failure, { file }) => toast(`${file.filename} is still there. ${messageOf(failure)}`, 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: exportListQuery.queryKey }),
  });
  const act = async (job: exportJobs.ExportJob) => {
    const hasFile = job.state === 'ready' || job.state === 'withheld';
    const message = `Remove the export ${job.file.filename}? Its file is removed with it.`;
    const asked = { title: 'Remove export', message, confirmLabel: 'Remove', isDestructive: true };
    if (!hasFile || (await confirm(asked))) remove.mutate(job);
  };
  const at = (iso: string) => `${formatDateTime(Date.parse(iso), zone)} ${zoneName(Date.parse(iso), zone)}`;
  return (
    <SmallTable label="Exports" headers={['File', 'Asked for', 'State']} toolsLabel="Cancel or remove" isStacked>
      {jobs.map((job) => (
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
              onClick={() => void act(job)}
            >
              {isUnderWay(job) ? 'Cancel' : 'Remove'}
            </Button>
          </ToolsCell>
        </tr>
      ))}
    </SmallTable>
  );
}

function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
