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
  'data item': 'DataItems',
  'system definition': 'SystemDefinitions',
};

const changedSchema = z.object({
  name: z.string().optional().catch(undefined),
  dashboardName: z.string().optional().catch(undefined),
  assetDefinitionName: z.string().optional().catch(undefined),
  label: z.string().optional().catch(undefined),
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
  isLate: false,
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

interface JournalColumns {
  journal_id: number;
  time_ms: number;
  kind: string;
  what: string;
  before: string | null;
  after: string | null;
  by_name: string;
  asset_id: number | null;
  asset_name: string | null;
}

interface Names {
  definitions: ReadonlyMap<number, string>;
  alarms: ReadonlyMap<number, string>;
}

/** What the journal says of an alarm that differs for one asset. */
export const OVERRIDDEN = 'override of alarm definition %';
const OVERRIDE = /^override of alarm definition (?<id>\d+) set$/;
/** `slot 7 changed`, `added to definition 3`: the numbers say nothing to who reads the names. */
const WHAT = /^(?:(?<noun>[a-z ]+?) \d+ )?(?<verb>[a-z]+)(?: (?:to|in|from) definition (?<id>\d+))?$/;

export function changeLine(row: JournalColumns, names: Names): StoredLine {
  const line = {
    ...NOTHING,
    key: `${row.journal_id}`,
    time: iso(row.time_ms),
    user: row.by_name,
    group: CHANGED[row.kind] ?? 'Alarms',
  };
  const override = OVERRIDE.exec(row.what)?.groups;
  if (override) {
    const alarm = names.alarms.get(Number(override.id));
    const title = ['override of alarm', alarm].filter(Boolean).join(' ');
    return { ...line, title, state: 'set', assetId: row.asset_id as AssetId | null, assetName: row.asset_name ?? '' };
  }
  const record = changedSchema.parse(JSON.parse(row.after ?? row.before ?? '{}') ?? {});
  const { name, dashboardName, assetDefinitionName, label } = record;
  const { noun = row.kind, verb, id } = WHAT.exec(row.what)?.groups ?? {};
  const named = name ?? dashboardName ?? assetDefinitionName ?? label ?? '';
  const assetDefinitionId = record.assetDefinitionId ?? (id === undefined ? null : Number(id));
  const definition = row.kind === 'definition' ? undefined : names.definitions.get(assetDefinitionId ?? 0);
  return {
    ...line,
    title: named === '' ? noun : `${noun} ${named}`,
    state: [verb ?? row.what.split(' ').at(-1), definition && `in ${definition}`].filter(Boolean).join(' '),
    assetDefinitionId,
  };
}
