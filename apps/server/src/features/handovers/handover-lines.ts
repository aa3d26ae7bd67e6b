import type { AssetId, EpochMs, PermissionGroup } from '@telltale/contract';
import { z } from 'zod';
import type { StoredLine } from './handover-content.ts';

/** What changes are told, and whose View shows each. */
export const CHANGED: Readonly<Record<string, PermissionGroup>> = {
  definition: 'AssetDefinitions',
  'alarm definition': 'Alarms',
  'event definition': 'Events',
  'command template': 'Commands',
  dashboard: 'Dashboard',
};

export const changedSchema = z.object({
  name: z.string().optional().catch(undefined),
  dashboardName: z.string().optional().catch(undefined),
  assetDefinitionName: z.string().optional().catch(undefined),
  assetDefinitionId: z.number().int().nullish().catch(undefined),
});

export const NOTHING = {
  until: null,
  assetId: null,
  assetName: '',
  state: '',
  text: '',
  user: '',
  severity: null,
  assetDefinitionId: null,
} as const;

export const STATUS_WORDS: Readonly<Record<number, string>> = { 1: 'open', 2: 'acknowledged', 3: 'escalated' };
export const MAINTENANCE_WORDS: Readonly<Record<number, string>> = { 1: 'Requested', 2: 'In Progress' };

export const iso = (timeMs: EpochMs) => new Date(timeMs).toISOString();

interface EventColumns {
  event_id: number;
  asset_id: number;
  timestamp_ms: number;
  cause: string;
  by_name: string;
  name: string;
  alias: string;
  asset_name: string;
}

export function eventLine(row: EventColumns): StoredLine {
  return {
    ...NOTHING,
    key: `${row.event_id}`,
    time: iso(row.timestamp_ms),
    assetId: row.asset_id as AssetId,
    assetName: row.asset_name,
    title: row.alias || row.name,
    text: row.cause,
    user: row.by_name,
    group: 'Events',
  };
}

const commandSchema = z.object({ module: z.string(), command: z.string() });

export function commandName(text: string): string {
  try {
    const { module, command } = commandSchema.parse(JSON.parse(text));
    return `${module}.${command}`;
  } catch {
    // What cannot be read is still a command that was sent: it goes by no name.
    return 'Command';
  }
}
