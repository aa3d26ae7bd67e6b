import { WRITE_SETTINGS } from '../reading/sql.ts';
import type { HistoryServer } from '../server/open-server.ts';
import type { EncodedBlock } from './block.ts';

/** @param token a block under a token that the server remembers is not taken in again */
export function insertBlock(
  { connection, tables }: HistoryServer,
  { names, bytes }: EncodedBlock,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const into = `INSERT INTO ${tables.points} (${names.join(', ')}) ${WRITE_SETTINGS}`;
  return connection.insert(`${into}, insert_deduplication_token = '${token}'`, bytes, signal);
}
