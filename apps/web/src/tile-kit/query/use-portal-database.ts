import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { LoadingStage } from '#sqlite/messages.ts';
import type { SqliteClient } from '#sqlite/sqlite-client.ts';
import { holdDatabase } from './shared-databases.ts';

type PortalDatabase =
  | { readonly kind: 'loading'; readonly stage: LoadingStage }
  | { readonly kind: 'open'; readonly client: SqliteClient }
  | { readonly kind: 'failed'; readonly message: string };

const BEGIN: PortalDatabase = { kind: 'loading', stage: 'loading SQLite' };

/** A file of the portal, opened in place for as long as somebody looks at it. */
export function usePortalDatabase(fileId: number): PortalDatabase & { retry: () => void } {
  const records = useQueryClient();
  const [attempt, setAttempt] = useState(1);
  /** Another attempt is another opening of the same file. */
  const wanted = useMemo(() => ({ fileId, attempt }), [fileId, attempt]);
  const [state, setState] = useState<PortalDatabase>(BEGIN);
  useEffect(() => {
    let isCurrent = true;
    const show = (next: PortalDatabase) => isCurrent && setState(next);
    show(BEGIN);
    const held = holdDatabase(wanted.fileId, records, (stage) => show({ kind: 'loading', stage }));
    held.opened.then(
      () => show({ kind: 'open', client: held.client }),
      (error: Error) => show({ kind: 'failed', message: error.message }),
    );
    return () => {
      isCurrent = false;
      held.release();
    };
  }, [wanted, records]);
  return { ...state, retry: () => setAttempt((last) => last + 1) };
}
