import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type jobs, permissionId } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain';
import { Link } from 'wouter';
import { assetListQuery } from '#api/asset-queries.ts';
import { JOBS_PER_PAGE, jobListQuery } from '#api/field/job-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import { CompareJobs } from './CompareJobs.tsx';
import { JobActs } from './JobActs.tsx';
import classes from './jobs.module.css';

/** Two jobs are compared. */
const MOST_COMPARED = 2;

/** The jobs of the rigs in sight: which are open, which are closed, and two of them side by side. */
export function JobsPage() {
  const { params, set } = useAddressParams();
  const zone = useOwnZone();
  const rig = idOf(params.get('rig'));
  const page = idOf(params.get('page')) ?? 1;
  const query = useQuery(jobListQuery(rig, (page - 1) * JOBS_PER_PAGE));
  const mayAssets = useMay(permissionId('Assets', 'View'));
  const assets = useQuery({ ...assetListQuery, enabled: mayAssets }).data ?? [];
  const mayOpen = useMay(permissionId('Jobs', 'Create'));
  const compared = (params.get('compare') ?? '').split(',').flatMap((text) => idOf(text) ?? []);
  const listed = query.data?.jobs ?? [];
  const chosen = compared.flatMap((jobId) => listed.find((job) => job.jobId === jobId) ?? []);
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / JOBS_PER_PAGE));
  const rigName = (assetId: number) => {
    const asset = assets.find((one) => one.assetId === assetId);
    return asset ? asset.assetAlias || asset.serialNumber : `Asset ${assetId}`;
  };
  const time = (iso: string | null) => {
    if (iso === null) return '–';
    const timeMs = Date.parse(iso);
    return `${formatDateTime(timeMs, zone).slice(0, -3)} ${zoneName(timeMs, zone)}`;
  };
  const toggle = (jobId: number, isChosen: boolean) => {
    const rest = compared.filter((one) => one !== jobId);
    const next = isChosen ? [...rest, jobId].slice(-MOST_COMPARED) : rest;
    set({ compare: next.length === 0 ? undefined : next.join(',') });
  };
  return (
    <Page
      title="Jobs"
      columnWidth={1_400}
      head={
        <div className={classes.head}>
          {rig === undefined ? null : (
            <Button variant="default" onClick={() => set({ rig: undefined, page: undefined, compare: undefined })}>
              Jobs of all rigs
            </Button>
          )}
          {mayOpen ? (
            <Button component={Link} href="/dwsjob">
              New job
            </Button>
          ) : null}
        </div>
      }
    >
      <Pending query={query} label="Loading the jobs" failure="The jobs could not be loaded." rows={6} rowHeight={48} />
      {query.data?.total === 0 ? (
        <EmptyState title="No job was opened yet.">
          {mayOpen ? <Link href="/dwsjob">Open the first one</Link> : 'Who may create jobs opens one by the wizard.'}
        </EmptyState>
      ) : null}
      {listed.length > 0 ? (
        <div className={`${classes.scroll} ${classes.jobs}`}>
          <SmallTable
            label="Jobs"
            headers={['Job', 'Rig', 'Start', 'Planned end', 'State']}
            toolsLabel="What can be done"
            isStacked
          >
            {listed.map((job) => (
              <tr key={job.jobId} data-closed={job.closedAt !== null || undefined}>
                <td>
                  <Checkbox
                    label={job.jobSerialNumber}
                    aria-label={`Compare ${job.jobSerialNumber}`}
                    checked={compared.includes(job.jobId)}
                    onChange={({ currentTarget }) => toggle(job.jobId, currentTarget.checked)}
                  />
                </td>
                <td>
                  <Link href={`/assets/${job.assetId}/report`}>{rigName(job.assetId)}</Link>
                </td>
                <td>{time(job.startTime)}</td>
                <td>{time(job.endTime)}</td>
                <td>{stateWords(job, time)}</td>
                <ToolsCell>
                  <Link
                    href={`/assets/${job.assetId}/report?job=${job.jobId}`}
                    aria-label={`Report: ${job.jobSerialNumber}`}
                  >
                    Report
                  </Link>
                  <JobActs job={job} />
                </ToolsCell>
              </tr>
            ))}
          </SmallTable>
        </div>
      ) : null}
      {chosen.length === 1 ? <p className={classes.dim}>Choose a second job to compare it with.</p> : null}
      {chosen.length === MOST_COMPARED ? <CompareJobs jobs={chosen} /> : null}
      {pages > 1 ? (
        <nav className={classes.pages} aria-label="Pages">
          <Button
            variant="default"
            disabled={page <= 1}
            onClick={() => set({ page: String(page - 1), compare: undefined })}
          >
            Previous
          </Button>
          <span>
            Page {page} of {pages}
          </span>
          <Button
            variant="default"
            disabled={page >= pages}
            onClick={() => set({ page: String(page + 1), compare: undefined })}
          >
            Next
          </Button>
        </nav>
      ) : null}
    </Page>
  );
}

function stateWords({ closedAt, closedBy, startTime }: jobs.Job, time: (iso: string | null) => string): string {
  if (closedAt !== null) return `Closed ${time(closedAt)} by ${closedBy ?? ''}`;
  return startTime !== null && Date.parse(startTime) > Date.now() ? 'Planned' : 'Open';
}

function idOf(text: string | null): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
