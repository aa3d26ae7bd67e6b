import { useEffect, useState } from 'react';
import { useSessionStore } from '#session/session-store.ts';
import type { FormValues } from '#ui/dynamic-form/form-field.ts';

/** What was chosen and typed of a command that was not sent. */
export interface CommandDraft {
  /** The number of a template, as text; null: none was chosen. */
  readonly choice: string | null;
  readonly values: FormValues;
  readonly typed: { readonly module: string; readonly command: string; readonly parameter: string };
}

/** In this window, until it is sent: a panel is opened and left many times while one looks something up. */
const drafts = new Map<string, CommandDraft>();
const MOST_DRAFTS = 50;

/** What was typed of a command, as it was left; of its writer alone, and of the asset or definition that it is for. */
export function useCommandDraft(about: string, start: () => CommandDraft) {
  const userId = useSessionStore(({ user }) => user?.userId) ?? 0;
  // Whoever logs in while it stands there does not take it over.
  const [key] = useState(`${userId} ${about}`);
  const [draft, setDraft] = useState<CommandDraft>(() => drafts.get(key) ?? start());
  const [isKept, setKept] = useState(drafts.has(key));
  useEffect(() => {
    drafts.delete(key);
    if (!isKept) return;
    drafts.set(key, draft);
    const oldest = drafts.keys().next().value;
    if (drafts.size > MOST_DRAFTS && oldest !== undefined) drafts.delete(oldest);
  }, [key, draft, isKept]);
  return {
    draft,
    put: (part: Partial<CommandDraft> | ((before: CommandDraft) => Partial<CommandDraft>)) => {
      setDraft((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }));
      setKept(true);
    },
    /** Nothing waits any more: it was sent. */
    drop: () => setKept(false),
  };
}

/** For tests: a window that was just opened. */
export function forgetCommandDrafts(): void {
  drafts.clear();
}
