import { useEffect, useMemo, useRef } from 'react';
import { usePalette } from '#tile-kit/portal/use-palette.ts';
import { RequestedFeed } from '#tiles/shared/chart/data/requested-feed.ts';
import { ChartView } from '#tiles/shared/chart/shell/ChartView.tsx';
import { depthChartSettings } from './depth-chart.ts';
import type { ReportModel } from './report-model.ts';
import classes from './state-report.module.css';

const NAMES = [
  { name: 'Depth', unit: 'ft' },
  { name: 'Projected depth', unit: 'ft' },
];

/** How deep the string was, and dashed how deep it would be by the benchmarks. */
export function DepthGraph({ model, onRefresh }: { model: ReportModel; onRefresh: () => void }) {
  const { series, textDim } = usePalette();
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;
  const own = useMemo(() => ({ feed: new RequestedFeed(() => refresh.current()), names: NAMES }), []);
  const colour = series[0] ?? textDim;
  const settings = useMemo(() => depthChartSettings(colour, textDim), [colour, textDim]);
  const frame = useSameFrame(model.depth);
  useEffect(() => own.feed.take(frame, { state: 'ready', droppedSamples: 0 }), [own, frame]);
  return (
    <section className={classes.section} aria-label="Depth over time">
      <h4 className={classes.heading}>Depth over time</h4>
      <div className={classes.graph}>
        <ChartView settings={settings} own={own} />
      </div>
      {model.hasDepth ? null : <p className={classes.none}>No depth was recorded since the job began.</p>}
    </section>
  );
}

type Frame = ReportModel['depth'];

/** The same frame while its points are the same: another one is drawn anew. */
function useSameFrame(frame: Frame): Frame {
  const kept = useRef(frame);
  if (kept.current !== frame && JSON.stringify(kept.current) !== JSON.stringify(frame)) kept.current = frame;
  return kept.current;
}
