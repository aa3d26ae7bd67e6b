import { ActionIcon, Button } from '@mantine/core';
import { IconPrinter, IconRefresh } from '@tabler/icons-react';
import { formatDateTime, zoneName } from '@telltale/domain';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { TileHead } from '#tiles/shared/head/TileHead.tsx';
import { LineNote } from '#ui/feedback/LineNote.tsx';
import { JobStartControl } from './JobStartControl.tsx';
import classes from './state-report.module.css';
import type { Report } from './use-report.ts';

interface ReportHeadProps {
  title: string;
  report: Extract<Report, { state: 'ready' }>;
  onRefresh: () => void;
}

/** Whose report it is, of which time, and what can be done with it. */
export function ReportHead({ title, report, onRefresh }: ReportHeadProps) {
  const { asset, zone } = useDashboardScope();
  const { startMs, endMs } = report.model;
  const time = (timeMs: number) => formatDateTime(timeMs, zone).slice(0, -3);
  return (
    <TileHead
      title={title || 'Well-service report'}
      note={
        <p className={classes.range}>
          {`${asset.assetAlias || asset.serialNumber}, ${time(startMs)} to ${time(endMs)} ${zoneName(endMs, zone)}`}
        </p>
      }
    >
      <span className={classes.stage} role="status">
        {report.stage ?? ''}
      </span>
      {report.problem === undefined ? null : <LineNote>{`Not refreshed: ${report.problem}`}</LineNote>}
      <JobStartControl startMs={startMs} />
      <Button
        className={classes.tool ?? ''}
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={16} />}
        onClick={onRefresh}
      >
        Refresh
      </Button>
      <ActionIcon
        component="a"
        className={classes.tool ?? ''}
        data-report-page
        href={`/assets/${asset.assetId}/report`}
        target="_blank"
        rel="noopener"
        aria-label="Open as a page to print"
        title="Open as a page to print"
        size={30}
        variant="default"
      >
        <IconPrinter size={16} />
      </ActionIcon>
    </TileHead>
  );
}
