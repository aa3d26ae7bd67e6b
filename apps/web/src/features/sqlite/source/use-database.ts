import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { LoadingStage, OpenedDatabase } from '#sqlite/messages.ts';
import { SqliteClient } from '#sqlite/sqlite-client.ts';
import { openPortalFile } from '#tile-kit/query/open-portal-file.ts';

/** What the page reads: a file of the portal, one of this machine, or none. */
export type ChosenFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'portal'; readonly fileId: number }
  | { readonly kind: 'local'; readonly file: File; readonly wal: File | undefined };

export type DatabaseState =
  | { readonly kind: 'loading'; readonly stage: LoadingStage }
  | { readonly kind: 'open'; readonly database: OpenedDatabase }
  | { readonly kind: 'failed'; readonly message: string };

/** SQLite with the chosen file. */
export function useDatabase(chosen: ChosenFile) {
  const records = useQueryClient();
  const client = useMemo(() => new SqliteClient(), []);
  useEffect(() => () => client.close(), [client]);
  const [state, setState] = useState<DatabaseState>({ kind: 'loading', stage: 'loading SQLite' });
  const [attempt, setAttempt] = useState(1);
  /** Another attempt is another opening of the same file. */
  const opening = useMemo(() => ({ chosen, attempt }), [chosen, attempt]);

  useEffect(() => {
    let isCurrent = true;
    const show = (next: DatabaseState) => {
      if (isCurrent) setState(next);
    };
    const onStage = (stage: LoadingStage) => show({ kind: 'loading', stage });
    onStage('loading SQLite');
    const opened =
      opening.chosen.kind === 'portal'
        ? openPortalFile(client, { fileId: opening.chosen.fileId, records, onStage, isWanted: () => isCurrent })
        : client.open(opening.chosen, onStage);
    opened.then(
      (database) => show({ kind: 'open', database }),
      (error: unknown) => show({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, opening, records]);
  return { client, state, retry: () => setAttempt((last) => last + 1) };
}

/** The database among files that were dropped together, with its write-ahead log. */
export function localFile(dropped: readonly File[]): ChosenFile | undefined {
  const wal = dropped.find(({ name }) => name.endsWith('-wal'));
  const file = dropped.find((one) => one !== wal) ?? wal;
  return file && { kind: 'local', file, wal: wal === file ? undefined : wal };
}
