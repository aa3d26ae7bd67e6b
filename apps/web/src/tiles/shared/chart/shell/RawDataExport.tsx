import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import type { SeriesFeed } from '#readings/series.ts';
import { useSeriesFeed } from '#tile-kit/readings/use-series-feed.ts';
import { toast } from '#ui/feedback/toast.ts';
import { saveFile } from '#ui/save-file.ts';
import { chartCsv, csvFileName } from '../data/chart-csv.ts';
import { useFeedState } from '../data/use-feed-state.ts';
import type { ChartSettings } from '../model/chart-settings.ts';
import type { ChartSpec } from '../model/chart-spec.ts';
import { windowOf } from '../model/chart-window.ts';
import type { TimeRange } from '../model/time-range.ts';

interface RawDataExportProps {
  range: TimeRange;
  settings: ChartSettings;
  spec: ChartSpec;
  onEnd: () => void;
}

const EVERY_POINT = -1;

/** While mounted: asks the history for every point of the range, saves them as CSV, and is done. */
export function RawDataExport({ range, settings, spec, onEnd }: RawDataExportProps) {
  const feed = useSeriesFeed({
    selections: settings.series.map(({ slotPath, dataItem }) => ({ slotPath, dataItem })),
    window: windowOf(range, 0),
    threshold: EVERY_POINT,
    refreshSeconds: settings.refreshInterval,
  });
  const { state, message, droppedSamples } = useFeedState(feed);

  useEffect(() => {
    if (state === 'loading') return;
    if (state === 'ready' && droppedSamples > 0) {
      toast(`The export is not complete: ${droppedSamples.toLocaleString('en-US')} older points left out.`, 'error');
    }
    if (state === 'ready') savePoints(feed, spec, csvFileName(settings.title, range.from * 1000));
    else toast(`The raw data could not be exported. ${message}`, 'error');
    onEnd();
  }, [state, message, droppedSamples, feed, spec, settings, range, onEnd]);
  return <Loader size={14} aria-label="Exporting raw data" />;
}

/** Saves the points that a feed has. */
export function savePoints(feed: SeriesFeed, { series }: ChartSpec, fileName: string): void {
  saveFile(chartCsv(feed.frame(), series), fileName, 'text/csv;charset=utf-8');
}
