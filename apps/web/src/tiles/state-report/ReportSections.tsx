import { ActivityLog } from './ActivityLog.tsx';
import { ActivityPie } from './ActivityPie.tsx';
import { DepthGraph } from './DepthGraph.tsx';
import { KpiBar } from './KpiBar.tsx';
import { StatBoxes } from './StatBoxes.tsx';
import type { StateReportSettings } from './settings.ts';
import classes from './state-report.module.css';
import { TaskKpis } from './TaskKpis.tsx';
import type { Report } from './use-report.ts';

interface ReportSectionsProps {
  settings: StateReportSettings;
  report: Extract<Report, { state: 'ready' }>;
  changed: ReadonlySet<string>;
  onChanged: (key: string) => void;
  onReload: () => void;
}

/** The sections that the settings ask for. */
export function ReportSections({ settings, report, changed, onChanged, onReload }: ReportSectionsProps) {
  const { model, completed } = report;
  const hasSome = settings.showPie || settings.showGraph || settings.showKPI || settings.showLog;
  if (!hasSome) return <p className={classes.none}>Every section is switched off in the settings of this tile.</p>;
  return (
    <>
      {settings.showKPI ? (
        <>
          <StatBoxes figures={model.figures} />
          <KpiBar model={model} />
        </>
      ) : null}
      {settings.showPie || settings.showGraph ? (
        <div className={classes.pictures}>
          {settings.showPie ? <ActivityPie model={model} /> : null}
          {settings.showGraph ? <DepthGraph model={model} onRefresh={report.refresh} /> : null}
        </div>
      ) : null}
      {settings.showKPI ? <TaskKpis kpis={model.kpis} completed={completed} /> : null}
      {settings.showLog ? (
        <ActivityLog segments={model.segments} changed={changed} onChanged={onChanged} onReload={onReload} />
      ) : null}
    </>
  );
}
