import type { find } from '@telltale/contract';
import type { Action } from '#actions/action.ts';

/** Something else that can be done with an entry. */
export interface EntryAction {
  label: string;
  run: () => void;
}

/** One line of the command palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  group: string;
  detail: string;
  shortcut?: string | undefined;
  icon?: Action['icon'] | undefined;
  run: () => void;
  /** What else there is to do with it, behind the arrow to the right. */
  actions?: readonly EntryAction[];
  /** The palette shows more of the same and stays open. */
  more?: find.FoundKind;
}

/** Lower-case words of what was typed. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The actions that have every word, those of the page before those of the whole portal (which were registered first). */
export function actionEntries(actions: readonly Action[], words: readonly string[]): PaletteEntry[] {
  const found = actions
    .filter((action) => action.enabled !== false && action.id !== 'shell.palette')
    .filter(({ label, group, keywords = '' }) => {
      const text = `${label} ${group} ${keywords}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(({ id, label, group, shortcut, icon, run }) => ({ id, label, group, detail: '', shortcut, icon, run }));
  // Members of a group stand one after another: that is the order the arrow keys follow.
  return [...Map.groupBy(found, (entry) => entry.group).values()].reverse().flat();
}

/** What else can be done with an entry, as lines of their own. */
export function entriesOfActions({ id, label, icon, actions = [] }: PaletteEntry): PaletteEntry[] {
  return actions.map((action, at) => ({
    id: `${id}.${at}`,
    label: action.label,
    group: label,
    detail: '',
    icon,
    run: action.run,
  }));
}

/** What was found for other words, as far as it has those that stand there now: what is opened is what was typed. */
export function stillFound(entries: readonly PaletteEntry[], words: readonly string[]): PaletteEntry[] {
  const fit = entries.filter(({ label, detail, more }) => {
    const text = `${label} ${detail}`.toLowerCase();
    return more !== undefined || words.every((word) => text.includes(word));
  });
  const groups = new Set(fit.filter(({ more }) => more === undefined).map(({ group }) => group));
  return fit.filter(({ group }) => groups.has(group));
}
