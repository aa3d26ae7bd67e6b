import type { EpochMs, EventDefinitionId, timeline } from '@telltale/contract';
import { z } from 'zod';

/** One entry, as the tables have it. */
export interface TimelineRow {
  readonly timeMs: EpochMs;
  /** Which list it stands in, and its number there: what orders entries of one moment. */
  readonly source: number;
  readonly id: number;
  readonly kind: timeline.TimelineKind;
  readonly untilMs: EpochMs | null;
  readonly fromMs: EpochMs | null;
  readonly title: string;
  readonly state: string;
  readonly text: string;
  /** Which numbers of the text have a unit, as it is kept beside a cause; of what an edit has set as well. */
  readonly causeNumbers: string;
  readonly user: string;
  readonly severity: number | null;
  readonly length: number | null;
  /** Of what it leads to. */
  readonly refId: number | null;
  readonly eventDefinitionId: EventDefinitionId | null;
}

const NOTHING = {
  untilMs: null,
  fromMs: null,
  state: '',
  text: '',
  causeNumbers: '',
  severity: null,
  length: null,
  refId: null,
  eventDefinitionId: null,
} as const;

const CATEGORY_KINDS: Readonly<Record<number, timeline.TimelineKind>> = { 0: 'note', 1: 'maintenance' };
/** Spec 1 §3; what is completed needs no word. */
const STATUS_WORDS: Readonly<Record<number, string>> = { 0: 'Cancelled', 1: 'Requested', 2: 'In Progress' };

interface EventColumns {
  event_id: number;
  event_definition_id: number;
  timestamp_ms: number;
  cause: string;
  status: number;
  by_name: string;
  name: string;
  alias: string;
  category: number;
}

export function eventRow(row: EventColumns, source: number): TimelineRow {
  return {
    ...NOTHING,
    timeMs: row.timestamp_ms,
    source,
    id: row.event_id,
    kind: CATEGORY_KINDS[row.category] ?? 'event',
    title: row.alias || row.name,
    state: STATUS_WORDS[row.status] ?? '',
    text: row.cause,
    user: row.by_name,
    refId: row.event_id,
    eventDefinitionId: row.event_definition_id as EventDefinitionId,
  };
}

interface AlarmColumns {
  transition_id: number;
  alarm_definition_id: number;
  kind: string;
  time_ms: number;
  by_name: string;
  note: string;
  name: string;
  cause: string;
  cause_numbers: string;
  severity: number;
}

export function alarmRow(row: AlarmColumns, source: number): TimelineRow {
  const isComment = row.kind === 'commented';
  const isRaised = row.kind === 'raised' || row.kind === 'again';
  return {
    ...NOTHING,
    timeMs: row.time_ms,
    source,
    id: row.transition_id,
    kind: isComment ? 'comment' : 'alarm',
    title: row.name,
    state: row.kind === 'again' ? 'raised again' : row.kind,
    text: isRaised ? row.cause : row.note,
    causeNumbers: isRaised ? row.cause_numbers : '',
    user: row.by_name,
    severity: row.severity,
    refId: row.alarm_definition_id,
  };
}

interface CommandColumns {
  command_id: number;
  template_name: string | null;
  command: string;
  state: string;
  created_ms: number;
  ended_ms: number | null;
  by_name: string;
}

const commandSchema = z.object({ module: z.string(), command: z.string(), parameter: z.unknown().optional() });

export function commandRow(row: CommandColumns, source: number): TimelineRow {
  const said = readCommand(row.command);
  return {
    ...NOTHING,
    timeMs: row.created_ms,
    source,
    id: row.command_id,
    kind: 'command',
    title: row.template_name ?? (said ? `${said.module}.${said.command}` : 'Command'),
    state: row.state,
    text: said?.parameter === undefined || said.parameter === null ? '' : JSON.stringify(said.parameter),
    user: row.by_name,
    refId: row.command_id,
  };
}

function readCommand(text: string): z.infer<typeof commandSchema> | undefined {
  try {
    return commandSchema.parse(JSON.parse(text));
  } catch {
    // What cannot be read is still a command that was sent: it goes by no name.
    return undefined;
  }
}

interface OfflineColumns {
  event_id: number;
  timestamp_ms: number;
  cause: string;
  until_ms: number | null;
  by_name: string;
}

export function offlineRow(row: OfflineColumns, source: number): TimelineRow {
  return {
    ...NOTHING,
    timeMs: row.timestamp_ms,
    source,
    id: row.event_id,
    kind: 'connection',
    title: 'Offline',
    untilMs: row.until_ms === null ? null : Number(row.until_ms),
    user: row.by_name,
  };
}

interface EditColumns {
  journal_id: number;
  time_ms: number;
  what: string;
  after: string | null;
  by_name: string;
}

const editSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  value: z.union([z.number(), z.string()]),
  points: z.number().int(),
});
const importSchema = z.object({ fromMs: z.number(), toMs: z.number(), points: z.number().int() });
const EDIT = /^data item (\d+) edited$/;
const recalculationSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  points: z.number().int(),
  expression: z.string(),
});
const RECALCULATION = /^data item (\d+) recalculated$/;
const IMPORT = /^imported (.+)$/s;

/** @param units in which the asset has its data items now, as what was edited is shown everywhere */
export function editRow(row: EditColumns, source: number, units: ReadonlyMap<number, string>): TimelineRow {
  const base = {
    ...NOTHING,
    timeMs: row.time_ms,
    source,
    id: row.journal_id,
    kind: 'edit',
    user: row.by_name,
  } as const;
  const after: unknown = JSON.parse(row.after ?? 'null');
  const item = EDIT.exec(row.what)?.[1];
  const edit = editSchema.safeParse(after);
  if (item !== undefined && edit.success) {
    const { from, to, value, points } = edit.data;
    const text = `${counted(points)} set to ${value}`;
    const unit = units.get(Number(item));
    const start = text.length - String(value).length;
    const isInUnit = typeof value === 'number' && unit;
    return {
      ...base,
      title: `data item ${item}`,
      state: 'edited',
      text,
      causeNumbers: isInUnit ? JSON.stringify([{ start, end: text.length, dataItemId: Number(item), unit }]) : '',
      fromMs: Date.parse(from),
      untilMs: Date.parse(to),
      refId: Number(item),
    };
  }
  const calculated = RECALCULATION.exec(row.what)?.[1];
  const recalculation = recalculationSchema.safeParse(after);
  if (calculated !== undefined && recalculation.success) {
    const { from, to, points, expression } = recalculation.data;
    return {
      ...base,
      title: `data item ${calculated}`,
      state: 'recalculated',
      text: `${counted(points)} calculated by ${expression}`,
      fromMs: Date.parse(from),
      untilMs: Date.parse(to),
      refId: Number(calculated),
    };
  }
  const imported = importSchema.safeParse(after);
  // Where the file lay is the operator's matter.
  const file = IMPORT.exec(row.what)?.[1]?.split(/[\\/]/).at(-1) ?? '';
  if (!imported.success) return { ...base, title: 'History', state: 'edited' };
  const { fromMs, toMs, points } = imported.data;
  const isSpan = Number.isFinite(fromMs) && Number.isFinite(toMs);
  return {
    ...base,
    title: 'History',
    state: 'imported',
    text: `${counted(points)} from ${file}`,
    ...(isSpan ? { fromMs, untilMs: toMs } : {}),
  };
}

const counted = (points: number) => (points === 1 ? '1 value' : `${points} values`);

interface FileColumns {
  file_id: number;
  filename: string;
  timestamp_ms: number;
  by_name: string;
  length: number;
}

export function fileRow(row: FileColumns, source: number): TimelineRow {
  return {
    ...NOTHING,
    timeMs: row.timestamp_ms,
    source,
    id: row.file_id,
    kind: 'file',
    title: row.filename,
    state: 'uploaded',
    user: row.by_name,
    length: Number(row.length),
    refId: row.file_id,
  };
}
