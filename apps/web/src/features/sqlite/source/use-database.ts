import { useQueryClient } from '@tanstack/react-query';
import type { files } from '@telltale/contract';
import { useEffect, useMemo, useState } from 'react';
import { fileAddress, filesNamedQuery } from '#api/file-queries.ts';
import type { LoadingStage, OpenedDatabase } from '#sqlite/messages.ts';
import { SqliteClient } from '#sqlite/sqlite-client.ts';

/** What the picker lists (spec 2 §2.12). */
export const SQLITE_FILES = '%.sqlite';

/** What the page reads: a file of the portal, one of this machine, or none. */
export type ChosenFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'portal'; readonly fileId: number }
  | { readonly kind: 'local'; readonly file: File; readonly wal: File | undefined };

export type DatabaseState =
  | { readonly kind: 'loading'; readonly stage: LoadingStage }
  | { readonly kind: 'open'; readonly database: OpenedDatabase }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * SQLite with the chosen file. Of a file of the portal that was in use when it was copied, the write-ahead log is read along where
 * it lies beside it.
 */
export function useDatabase(chosen: ChosenFile) {
  const records = useQueryClient();
  const client = useMemo(() => new SqliteClient(), []);
  useEffect(() => () => client.close(), [client]);
  const [state, setState] = useState<DatabaseState>({ kind: 'loading', stage: 'loading SQLite' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it anew
  useEffect(() => {
    let isCurrent = true;
    const show = (next: DatabaseState) => {
      if (isCurrent) setState(next);
    };
    const onStage = (stage: LoadingStage) => show({ kind: 'loading', stage });
    onStage('loading SQLite');
    const open = async (): Promise<OpenedDatabase> => {
      if (chosen.kind !== 'portal') return client.open(chosen, onStage);
      const portal = (wal?: number) =>
        client.open(
          {
            kind: 'portal',
            address: fileAddress(chosen.fileId),
            walAddress: wal === undefined ? undefined : fileAddress(wal),
          },
          onStage,
        );
      const database = await portal();
      if (!database.isWal) return database;
      const listed = await records.ensureQueryData(filesNamedQuery(SQLITE_FILES));
      const file = listed.find(({ fileId }) => fileId === chosen.fileId);
      if (file === undefined) return database;
      const beside = await records.fetchQuery(filesNamedQuery(`${escapePattern(file.filename)}-wal`));
      const wal = nearest(file, beside);
      // Somebody may have chosen another file meanwhile, which is open by now.
      return wal === undefined || !isCurrent ? database : portal(wal.fileId);
    };
    open().then(
      (database) => show({ kind: 'open', database }),
      (error: unknown) => show({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, chosen, records, attempt]);
  return { client, state, retry: () => setAttempt((last) => last + 1) };
}

/** The log that was uploaded with a file, or closest to it: another one's would mix its rows into it. */
function nearest(file: files.StoredFile, logs: readonly files.StoredFile[]): files.StoredFile | undefined {
  const away = ({ timestamp }: files.StoredFile) => Math.abs(Date.parse(timestamp) - Date.parse(file.timestamp));
  return logs
    .filter(({ assetId, user }) => assetId === file.assetId && user === file.user)
    .toSorted((a, b) => away(a) - away(b))[0];
}

/** A name in a pattern of names, in which % and _ stand for others. */
const escapePattern = (name: string) => name.replace(/[\\%_]/g, '\\$&');

/** The database among files that were dropped together, with its write-ahead log. */
export function localFile(dropped: readonly File[]): ChosenFile | undefined {
  const wal = dropped.find(({ name }) => name.endsWith('-wal'));
  const file = dropped.find((one) => one !== wal) ?? wal;
  return file && { kind: 'local', file, wal: wal === file ? undefined : wal };
}
