import { formatDateTime, zoneName } from '@telltale/domain';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { isAsset } from '#tile-kit/records/record-list.ts';
import { TileLoading } from '#tiles/shared/head/TileLoading.tsx';
import { OfAssetsOnly } from '#tiles/shared/reading/OfAssetsOnly.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { JobStartControl } from './JobStartControl.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ReportSections } from './ReportSections.tsx';
import type { StateReportSettings } from './settings.ts';
import classes from './state-report.module.css';
import { useReport } from './use-report.ts';

/** The well-service report: what a rig did on its job, and how that compares with the benchmarks (spec 1 §2). */
export function StateReportTile(props: TileViewProps<StateReportSettings>) {
  const { asset } = useDashboardScope();
  if (!isAsset(asset.assetId)) return <OfAssetsOnly what="report" />;
  return <AssetReport {...props} />;
}

function AssetReport({ settings }: TileViewProps<StateReportSettings>) {
  const { zone } = useDashboardScope();
  /** Segments that were changed and are not shown so yet. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(NONE);
  const report = useReport(changed.size > 0);
  const onChanged = useCallback((key: string) => setChanged((before) => new Set([...before, key])), []);
  const refresh = useRef<() => void>(undefined);
  refresh.current = report.state === 'ready' ? report.refresh : undefined;
  // The same function each time: the rows of a long log are drawn anew only where they are others.
  const reload = useCallback(() => {
    setChanged(NONE);
    refresh.current?.();
  }, []);

  switch (report.state) {
    case 'no-start':
      return (
        <WithStart startMs={undefined}>
          <TileMessage hint="The report begins at the time that the attribute jobStartTime of the asset says.">
            No job has begun.
          </TileMessage>
        </WithStart>
      );
    case 'bad-start':
      return (
        <WithStart startMs={undefined}>
          <TileMessage hint={`The attribute jobStartTime is '${report.text}'. It should be like 2026-11-20T06:00:00Z.`}>
            The job start cannot be read.
          </TileMessage>
        </WithStart>
      );
    case 'future':
      return (
        <WithStart startMs={report.startMs}>
          <TileMessage hint="There is nothing to report before.">
            {`The job starts at ${formatDateTime(report.startMs, zone)} ${zoneName(report.startMs, zone)}.`}
          </TileMessage>
        </WithStart>
      );
    case 'forbidden':
      return <TileMessage>You are missing permissions to view history.</TileMessage>;
    case 'error':
      return <TileNotice title="The report could not be loaded." text={report.message} onRetry={report.refresh} />;
    case 'loading':
      return <TileLoading stage={report.stage} />;
    default:
      return (
        <div className={classes.report}>
          <ReportHead title={settings.title} report={report} onRefresh={reload} />
          <ReportSections
            settings={settings}
            report={report}
            changed={changed}
            onChanged={onChanged}
            onReload={reload}
          />
        </div>
      );
  }
}

/** A sentence in place of the report, and the way to set when it begins. */
function WithStart({ startMs, children }: { startMs: number | undefined; children: ReactNode }) {
  return (
    <div className={classes.withStart}>
      <div className={classes.withStartText}>{children}</div>
      <JobStartControl startMs={startMs} />
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();
