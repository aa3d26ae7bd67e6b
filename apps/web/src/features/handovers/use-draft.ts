import { useQueryClient } from '@tanstack/react-query';
import { handovers } from '@telltale/contract';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useSessionStore } from '#session/session-store.ts';

/** So long after the last letter a draft is saved. */
const SAVE_AFTER_MS = 800;
/** So long after it could not be saved it is tried again. */
const RETRY_MS = 5_000;

export type DraftState = 'saved' | 'changed' | 'saving' | { problem: string };

interface Kept {
  text: string;
  /** Of the text that it was changed from. */
  version: number;
}

const keyOf = (userId: number, handoverId: number, section: string) =>
  `telltale.handover.${userId}.${handoverId}.${section}`;

/** What was typed and is not saved yet survives a reload. */
function readKept(key: string): Kept | undefined {
  try {
    const { text, version } = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept;
    return typeof text === 'string' && typeof version === 'number' ? { text, version } : undefined;
  } catch {
    // Nothing is kept there, or nothing that could be read.
    return undefined;
  }
}

/**
 * A text that is saved while it is typed. Where somebody else wrote in between, both texts stand side by side until one
 * chooses; nothing that was typed is lost on the way.
 */
export function useDraft(handoverId: number, stored: handovers.HandoverText) {
  const records = useQueryClient();
  // Of its writer alone: the next one at the same browser does not save it in their name.
  const userId = useSessionStore(({ user }) => user?.userId) ?? 0;
  const key = keyOf(userId, handoverId, stored.section);
  const [draft, setDraft] = useState<Kept | undefined>(() => readKept(key));
  const [base, setBase] = useState(stored);
  const [theirs, setTheirs] = useState<handovers.HandoverText>();
  const [state, setState] = useState<DraftState>('saved');
  const isSaving = useRef(false);
  const newest = base.version >= stored.version ? base : stored;

  const put = (next: Kept | undefined) => {
    setDraft(next);
    if (next === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  };

  const save = async (sent: Kept) => {
    isSaving.current = true;
    setState('saving');
    try {
      const saved = await callApi(handovers.putHandoverText, {
        params: { handoverId, section: stored.section },
        body: { text: sent.text, version: sent.version },
      });
      setBase(saved);
      // What was typed meanwhile is a change of what was saved.
      setDraft((now) => {
        const isSame = now === undefined || now.text === sent.text;
        const next = isSame ? undefined : { text: now.text, version: saved.version };
        if (next === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
        return next;
      });
      setState('saved');
      records.setQueryData<handovers.Handover>(
        queryKeys.handover(handoverId),
        (data) => data && { ...data, texts: data.texts.map((text) => (text.section === saved.section ? saved : text)) },
      );
    } catch (error) {
      const found =
        error instanceof ApiError && error.status === 409
          ? handovers.handoverTextSchema.safeParse(error.details)
          : undefined;
      if (found?.success) {
        setTheirs(found.data);
        setState('changed');
      } else setState({ problem: messageOf(error) });
    } finally {
      isSaving.current = false;
    }
  };

  const latest = useRef(save);
  latest.current = save;
  const hasProblem = typeof state === 'object';
  useEffect(() => {
    if (draft === undefined || theirs !== undefined || state === 'saving') return;
    const timer = setTimeout(() => void latest.current(draft), hasProblem ? RETRY_MS : SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, theirs, state, hasProblem]);

  return {
    text: draft?.text ?? newest.text,
    by: newest,
    state: draft === undefined ? state : state === 'saved' ? 'changed' : state,
    theirs,
    type: (text: string) => put({ text, version: draft?.version ?? newest.version }),
    /** Goes on with one text instead of the two. */
    settle: (text: string) => {
      if (theirs === undefined) return;
      setBase(theirs);
      setTheirs(undefined);
      put(text === theirs.text ? undefined : { text, version: theirs.version });
      setState('saved');
    },
  } as const;
}
