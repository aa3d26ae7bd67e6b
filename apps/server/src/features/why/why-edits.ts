import type { why } from '@telltale/contract';
import { z } from 'zod';

/** An entry of the journal about the history of an asset. */
export interface HistoryEntry {
  timeMs: number;
  user: string;
  what: string;
  before: unknown;
  after: unknown;
}

const MOST_EDITS = 10;
const time = z.iso.datetime();
const rangeSchema = z.object({ from: time, to: time, points: z.number().int() });
const editSchema = rangeSchema.extend({ value: z.union([z.number(), z.string()]) });
const importSchema = z.object({ fromMs: z.number(), toMs: z.number(), points: z.number().int() });
const IMPORT = /^(?:began to import|imported) (.+)$/s;

/**
 * The edits of one data item and the files that were put into the asset's history, out of the journal's entries; those
 * that cover a moment come first.
 * @param entries the newest first
 */
export function editsOf(
  entries: readonly HistoryEntry[],
  dataItemId: number,
  timeMs: number | undefined,
): why.WhyEdit[] {
  const edits = entries.flatMap((entry): why.WhyEdit[] => {
    const found = readEdit(entry, dataItemId) ?? readRecalculation(entry, dataItemId) ?? readImport(entry);
    if (!found) return [];
    const covers = timeMs !== undefined && Date.parse(found.from) <= timeMs && timeMs <= Date.parse(found.to);
    return [{ ...found, time: new Date(entry.timeMs).toISOString(), user: entry.user, covers }];
  });
  return edits.sort((a, b) => Number(b.covers) - Number(a.covers)).slice(0, MOST_EDITS);
}

type Found = Omit<why.WhyEdit, 'time' | 'user' | 'covers'>;

function readEdit({ what, after }: HistoryEntry, dataItemId: number): Found | undefined {
  if (what !== `data item ${dataItemId} edited`) return undefined;
  const edit = editSchema.safeParse(after);
  return edit.success ? { kind: 'edit', ...edit.data, file: '' } : undefined;
}

function readRecalculation({ what, after }: HistoryEntry, dataItemId: number): Found | undefined {
  if (what !== `data item ${dataItemId} recalculated`) return undefined;
  const done = rangeSchema.safeParse(after);
  return done.success ? { kind: 'recalculation', ...done.data, value: null, file: '' } : undefined;
}

function readImport({ what, after }: HistoryEntry): Found | undefined {
  const path = IMPORT.exec(what)?.[1];
  const imported = importSchema.safeParse(after);
  if (path === undefined || !imported.success) return undefined;
  const { fromMs, toMs, points } = imported.data;
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  // Where the file lay is the operator's matter.
  return { kind: 'import', from, to, value: null, points, file: path.split(/[\\/]/).at(-1) ?? '' };
}
