import type { QueryClient } from '@tanstack/react-query';
import type { LoadingStage, OpenedDatabase } from '#sqlite/messages.ts';
import { SqliteClient } from '#sqlite/sqlite-client.ts';
import { openPortalFile } from './open-portal-file.ts';

interface SharedDatabase {
  readonly client: SqliteClient;
  readonly opened: Promise<OpenedDatabase>;
  users: number;
}

const shared = new Map<number, SharedDatabase>();

export interface HeldDatabase {
  readonly client: SqliteClient;
  /** Rejects with words for the screen. */
  readonly opened: Promise<OpenedDatabase>;
  readonly release: () => void;
}

/** A file of the portal in a worker that several tiles share: it is opened by the first and closed with the last of them. */
export function holdDatabase(
  fileId: number,
  records: QueryClient,
  onStage: (stage: LoadingStage) => void,
): HeldDatabase {
  const held = shared.get(fileId) ?? open(fileId, records, onStage);
  held.users++;
  const release = () => {
    held.users--;
    if (held.users > 0) return;
    if (shared.get(fileId) === held) shared.delete(fileId);
    held.client.close();
  };
  return { client: held.client, opened: held.opened, release };
}

function open(fileId: number, records: QueryClient, onStage: (stage: LoadingStage) => void): SharedDatabase {
  const client = new SqliteClient();
  const isWanted = () => shared.get(fileId)?.client === client;
  const made: SharedDatabase = {
    client,
    opened: openPortalFile(client, { fileId, records, onStage, isWanted }),
    users: 0,
  };
  shared.set(fileId, made);
  // Who comes after a failure tries anew.
  made.opened.catch(() => shared.get(fileId) === made && shared.delete(fileId));
  return made;
}
