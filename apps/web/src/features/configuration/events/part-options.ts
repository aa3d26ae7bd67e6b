import { events } from '@telltale/contract';
import { readCsv } from '#ui/table/csv-table.ts';

/** What a category is called: Annotation for 0, Maintenance for 1, otherwise Event (spec 2 §2.5). */
export function categoryName(category: number): string {
  if (category === events.CATEGORY_ANNOTATION) return 'Annotation';
  return category === events.CATEGORY_MAINTENANCE ? 'Maintenance' : 'Event';
}

/** The options of a CSV with the header `option`; undefined when it cannot be parsed, which changes nothing. */
export function readOptionsCsv(text: string): { options?: readonly string[]; problem?: string } {
  const { rows, problem } = readCsv(text, ['option'], ['option']);
  if (rows === undefined) return { problem };
  return { options: rows.map(({ cells }) => cells.option ?? '').filter((option) => option !== '') };
}

/** Options with others behind them; those that are there already, whatever their case, are not added again. */
export function withOptions(options: readonly string[], added: readonly string[]): string[] {
  const all = [...options];
  const known = new Set(options.map((option) => option.toLowerCase()));
  for (const option of added.map((text) => text.trim())) {
    if (option === '' || known.has(option.toLowerCase())) continue;
    known.add(option.toLowerCase());
    all.push(option);
  }
  return all;
}

/** What somebody changes of part numbers: entry by entry, so that it fits those that others save meanwhile. */
export interface OptionsEdit {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Part numbers as they are after an edit. */
export function edited(stored: readonly string[], { removed, added }: OptionsEdit): string[] {
  return withOptions(
    stored.filter((option) => !removed.includes(option)),
    added,
  );
}

/** An edit that leaves out one more. */
export function without(edit: OptionsEdit, option: string): OptionsEdit {
  return { removed: [...edit.removed, option], added: edit.added.filter((other) => other !== option) };
}

/** An edit that adds what is not there already. */
export function withMore(stored: readonly string[], edit: OptionsEdit, more: readonly string[]): OptionsEdit {
  const now = edited(stored, edit);
  return { removed: edit.removed, added: [...edit.added, ...withOptions(now, more).slice(now.length)] };
}

/** The definition's reason with other options; whatever else it holds is kept. */
export function reasonWith({ reason }: Pick<events.EventDefinition, 'reason'>, options: readonly string[]): string {
  return JSON.stringify({ ...readObject(reason), options });
}

function readObject(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {};
  } catch {
    return {}; // no JSON: there is nothing in it to keep
  }
}
