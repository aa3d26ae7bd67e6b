import { parseAssetTopic } from '@telltale/contract';

/** What a filter below one asset asks for. */
export type FilterScope =
  | 'everything'
  | 'channels'
  | 'values'
  | 'state'
  | 'alarms'
  | 'backfill'
  | 'items'
  | 'records'
  | { dataItemId: number };

export interface AssetFilter {
  assetId: number;
  scope: FilterScope;
}

/**
 * Reads a filter that a browser subscribes to: below one asset, and something that is published there. Undefined for
 * anything wider, elsewhere, or malformed; it is refused (spec 3 §3).
 */
export function parseFilter(host: string, filter: string): AssetFilter | undefined {
  const parsed = parseAssetTopic(host, filter);
  if (!parsed) return undefined;
  const scope = scopeOf(parsed.rest);
  return scope && { assetId: parsed.assetId, scope };
}

function scopeOf(levels: readonly string[]): FilterScope | undefined {
  const [channel, ...rest] = levels;
  if (channel === '#' && rest.length === 0) return 'everything';
  if (channel === '+' && rest.length === 0) return 'channels';
  if (channel === 'dataitems') return rest.length === 1 ? valueScope(rest[0] as string) : undefined;
  if (!isChannel(channel)) return undefined;
  return rest.length === 0 || (rest.length === 1 && rest[0] === '#') ? channel : undefined;
}

const CHANNELS = ['state', 'alarms', 'backfill', 'items', 'records'] as const;

function isChannel(level: string | undefined): level is (typeof CHANNELS)[number] {
  return CHANNELS.some((channel) => channel === level);
}

function valueScope(level: string): FilterScope | undefined {
  if (level === '#' || level === '+' || level === 'batch') return 'values';
  return /^[1-9]\d{0,15}$/.test(level) ? { dataItemId: Number(level) } : undefined;
}
