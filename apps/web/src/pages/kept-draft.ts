import { useEffect, useState } from 'react';
import { useSessionStore } from '#session/session-store.ts';

/** In this window, until it is sent: a form is left many times while one looks something up. */
const drafts = new Map<string, unknown>();
const MOST_DRAFTS = 50;

interface Standing<Draft> {
  readonly key: string;
  readonly draft: Draft;
  readonly isKept: boolean;
}

/**
 * What was typed and not sent, as it was left: of its writer alone, and of what it is about.
 * @param about undefined: it is kept no longer than its form stands
 */
export function useKeptDraft<Draft extends object>(about: string | undefined, start: () => Draft) {
  const userId = useSessionStore(({ user }) => user?.userId) ?? 0;
  const key = about === undefined ? '' : `${userId} ${about}`;
  const open = (): Standing<Draft> => ({
    key,
    draft: (drafts.get(key) as Draft | undefined) ?? start(),
    isKept: drafts.has(key),
  });
  const [standing, setStanding] = useState(open);
  // Whoever logs in while it stands there does not take it over, and another asset has a draft of its own.
  const { draft, isKept } = standing.key === key ? standing : open();
  useEffect(() => {
    if (key === '' || standing.key !== key) return;
    drafts.delete(key);
    if (!isKept) return;
    drafts.set(key, draft);
    const oldest = drafts.keys().next().value;
    if (drafts.size > MOST_DRAFTS && oldest !== undefined) drafts.delete(oldest);
  }, [standing.key, key, draft, isKept]);
  return {
    draft,
    put: (part: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      setStanding((before) => {
        const current = before.key === key ? before.draft : open().draft;
        return { key, draft: { ...current, ...(typeof part === 'function' ? part(current) : part) }, isKept: true };
      }),
    /** Nothing waits any more: it was sent. */
    drop: () => {
      // At once: its form may be closed by the same sending.
      drafts.delete(key);
      setStanding((before) => ({ ...(before.key === key ? before : open()), isKept: false }));
    },
  };
}

/** For tests: a window that was just opened. */
export function forgetDrafts(): void {
  drafts.clear();
}
