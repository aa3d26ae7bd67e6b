/** `{host}/assets/{assetId}/…`: what the live hub publishes of one asset stands below it. */
export type LiveChannel = 'dataitems' | 'state' | 'alarms' | 'backfill' | 'items' | 'records';

export function assetTopic(host: string, assetId: number, channel: LiveChannel): string {
  return channel === 'dataitems' ? `${host}/assets/${assetId}/dataitems/batch` : `${host}/assets/${assetId}/${channel}`;
}

/** What is published of all alarms in a client's sight together: see `AlarmSummary`. */
export function alarmSummaryTopic(host: string): string {
  return `${host}/alarms`;
}

/** The filters a browser subscribes to for one asset. */
export function assetFilters(host: string, assetId: number): string[] {
  const root = `${host}/assets/${assetId}`;
  return [
    `${root}/dataitems/#`,
    `${root}/state`,
    `${root}/alarms`,
    `${root}/backfill`,
    `${root}/items`,
    `${root}/records`,
  ];
}

export interface ParsedTopic {
  assetId: number;
  /** The levels after the asset id, e.g. ['dataitems', 'batch'] or ['dataitems', '#']. */
  rest: string[];
}

/** Reads a topic or filter below one asset; undefined for anything wider or elsewhere. */
export function parseAssetTopic(host: string, topic: string): ParsedTopic | undefined {
  const prefix = `${host}/assets/`;
  if (!topic.startsWith(prefix)) return undefined;
  const [id, ...rest] = topic.slice(prefix.length).split('/');
  if (id === undefined || !/^[1-9]\d{0,15}$/.test(id) || rest.length === 0) return undefined;
  return { assetId: Number(id), rest };
}
