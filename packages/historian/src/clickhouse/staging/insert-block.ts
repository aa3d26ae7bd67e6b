import { randomUUID } from 'node:crypto';
import { WRITE_SETTINGS } from '../reading/sql.ts';
import type { HistoryServer } from '../server/open-server.ts';
import type { Tables } from '../server/tables.ts';
import type { EncodedBlock } from './block.ts';

/**
 * Writes a block. Sent again it changes nothing: its rows are the same, with the same versions.
 * @param name of the block: replicas, whose keeper notes it together with the rows, do not take it in twice
 */
export function insertBlock(
  { connection, tables }: HistoryServer,
  { names, bytes }: EncodedBlock,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const into = `INSERT INTO ${tables.points} (${names.join(', ')})`;
  return connection.insert(`${into} ${WRITE_SETTINGS}, ${tokenOf(tables, name)}`, bytes, signal);
}

/**
 * A server without replicas notes on its disk what it has taken in before it has. One that is killed between the two leaves
 * out what is sent again, for good, and says that it has it: to it each attempt is another one.
 */
export function tokenOf(tables: Pick<Tables, 'onCluster'>, name: string): string {
  const token = tables.onCluster === '' ? `${name}-${randomUUID()}` : name;
  return `insert_deduplication_token = '${token}'`;
}
