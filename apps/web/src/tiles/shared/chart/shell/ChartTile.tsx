import { useEffect, useMemo, useRef } from 'react';
import { EMPTY_FRAME, type SeriesFrame, type SeriesStatus } from '#readings/series.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { isConfigured } from '#tiles/shared/request/request-settings.ts';
import { FAILED_INTERVALS, type TileData, useTileData } from '#tiles/shared/request/use-tile-data.ts';
import { RequestedFeed } from '../data/requested-feed.ts';
import { type RequestedSeries, requestedSeries } from '../data/requested-frame.ts';
import { type ChartLibrary, type ChartSettings, newSeries } from '../model/chart-settings.ts';
import { ChartView } from './ChartView.tsx';

interface ChartTileProps {
  settings: ChartSettings;
  library?: ChartLibrary;
}

/** A chart of data items, or of what a web request answers. */
export function ChartTile({ settings, library = 'uplot' }: ChartTileProps) {
  if (settings.source !== 'request') return <ChartView settings={settings} library={library} />;
  if (!isConfigured(settings.fetch)) return <TileMessage>No Fetch configured</TileMessage>;
  return <RequestedChart settings={settings} library={library} />;
}

/** The first line takes the style of the first series, and so on; those beyond have the palette's. */
function RequestedChart({ settings, library }: Required<ChartTileProps>) {
  const seconds = settings.refreshData ? settings.refreshInterval : 0;
  const { result, refresh } = useTileData(settings.fetch, settings.substitutions, seconds);
  const refreshNow = useRef(refresh);
  refreshNow.current = refresh;
  const feed = useMemo(() => new RequestedFeed(() => refreshNow.current()), []);
  const { answer, status } = useMemo(() => readAnswer(result, seconds), [result, seconds]);
  useEffect(() => feed.take(answer.frame, status), [feed, answer, status]);

  const namesKey = JSON.stringify(answer.names);
  const own = useMemo(
    () => ({ feed, names: (JSON.parse(namesKey) as string[]).map((name) => ({ name, unit: '' })) }),
    [feed, namesKey],
  );
  const shown = useMemo(
    () => ({ ...settings, series: own.names.map((_, index) => settings.series[index] ?? newSeries('')) }),
    [settings, own],
  );
  return <ChartView settings={shown} library={library} own={own} />;
}

const NO_SERIES: RequestedSeries = { frame: EMPTY_FRAME as SeriesFrame, names: [] };

/** What is drawn of the last answer, and what is wrong with the latest attempt. */
function readAnswer(result: TileData, seconds: number): { answer: RequestedSeries; status: SeriesStatus } {
  const failed = (answer: RequestedSeries, message: string) => ({
    answer,
    status: { state: 'error', message, droppedSamples: 0 } satisfies SeriesStatus,
  });
  const again = seconds > 0 ? ` Trying again in ${seconds * FAILED_INTERVALS} s.` : '';
  try {
    const answer = result.data === undefined ? NO_SERIES : requestedSeries(result.data);
    if (result.state === 'error') return failed(answer, `${result.message.replace(/(?<![.!?])$/, '.')}${again}`);
    return { answer, status: { state: result.data === undefined ? 'loading' : 'ready', droppedSamples: 0 } };
  } catch (error) {
    return failed(NO_SERIES, error instanceof Error ? error.message : String(error));
  }
}
