import type { HistoryServer } from './open-server.ts';

const LOG = 'log';

/** Versions must never come again, even if the folder is a new one: which file of them was the last that was used. */
export async function usedFileNumber({ connection, tables }: HistoryServer): Promise<number> {
  const found = await connection.select(`SELECT max(value) AS number FROM ${tables.marks} WHERE name = '${LOG}'`);
  return found.numbers('number')[0] ?? 0;
}

/** Notes that versions of a file are used from now on. */
export function useFileNumber(
  { connection, tables }: HistoryServer,
  file: number,
  signal?: AbortSignal,
): Promise<void> {
  return connection.command(`INSERT INTO ${tables.marks} (name, value) VALUES ('${LOG}', ${file})`, signal);
}
