import type { QueryClient } from '@tanstack/react-query';
import type { files } from '@telltale/contract';
import { fileAddress, filesNamedQuery } from '#api/file-queries.ts';
import type { LoadingStage, OpenedDatabase } from '#sqlite/messages.ts';
import type { SqliteClient } from '#sqlite/sqlite-client.ts';

/** What the picker lists (spec 2 §2.12). */
export const SQLITE_FILES = '%.sqlite';

interface PortalFile {
  fileId: number;
  records: QueryClient;
  onStage: (stage: LoadingStage) => void;
  /** Whether it is still wanted: somebody may have chosen another file meanwhile, which is open by then. */
  isWanted: () => boolean;
}

/**
 * Opens a file of the portal in place. Of one that was in use when it was copied, the write-ahead log is read along where it lies
 * beside it.
 * @throws SqliteProblem in words for the screen
 */
export async function openPortalFile(client: SqliteClient, { fileId, records, onStage, isWanted }: PortalFile) {
  const open = (wal?: number): Promise<OpenedDatabase> =>
    client.open(
      {
        kind: 'portal',
        address: fileAddress(fileId),
        walAddress: wal === undefined ? undefined : fileAddress(wal),
      },
      onStage,
    );
  const database = await open();
  if (!database.isWal) return database;
  const listed = await records.ensureQueryData(filesNamedQuery(SQLITE_FILES));
  const file = listed.find((one) => one.fileId === fileId);
  if (file === undefined) return database;
  const beside = await records.fetchQuery(filesNamedQuery(`${escapePattern(file.filename)}-wal`));
  const wal = nearest(file, beside);
  return wal === undefined || !isWanted() ? database : open(wal.fileId);
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
