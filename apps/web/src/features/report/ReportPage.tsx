import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { Link, useParams } from 'wouter';
import { assetQuery } from '#api/asset-queries.ts';
import { definitionTreeQuery } from '#api/dashboard-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { ReportSheet } from './ReportSheet.tsx';
import classes from './report-page.module.css';
import { useAskedJob } from './use-asked-job.ts';

/** A sheet of paper across, less its margins, pixels. */
const SHEET_PX = 1_040;

/**
 * The well-service report of an asset as a page: to read, to print, or to save as PDF by the browser's own print. With
 * `?job=` in its address it is that of one of its jobs, from its beginning to its end.
 */
export function ReportPage() {
  const assetId = Number(useParams().assetId);
  const isId = Number.isSafeInteger(assetId) && assetId > 0;
  const asset = useQuery({ ...assetQuery(assetId), enabled: isId });
  const definition = useQuery({ ...definitionTreeQuery(assetId), enabled: isId });
  const mayJobs = useMay(permissionId('Jobs', 'View'));
  const asked = useAskedJob(assetId);
  const failed = [asset, definition, asked.query].find(({ error }) => error !== null) ?? definition;
  return (
    <Page
      title="Well-service report"
      columnWidth={SHEET_PX}
      head={
        <>
          <Button
            className={classes.print ?? ''}
            variant="default"
            size="xs"
            leftSection={<IconPrinter size={16} />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          {mayJobs && isId ? (
            <Link className={classes.jobs ?? ''} href={`/jobs?rig=${assetId}`}>
              Jobs of this rig
            </Link>
          ) : null}
        </>
      }
    >
      {!isId || asked.isElsewhere ? (
        <EmptyState title={isId ? 'This address leads to no job of this rig.' : 'This address leads to no asset.'}>
          <Link href={isId ? `/assets/${assetId}/report` : '/assets'}>{isId ? 'Its report' : 'All assets'}</Link>
        </EmptyState>
      ) : asset.data === undefined || definition.data === undefined || !asked.isKnown ? (
        <Pending query={failed} label="Loading the asset" failure="The report could not be loaded." rows={8} />
      ) : (
        <ReportSheet
          key={`${assetId} ${asked.job?.jobId}`}
          asset={asset.data}
          definition={definition.data}
          job={asked.job}
        />
      )}
    </Page>
  );
}
