import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { HistoryFolderError } from '../folder/folder.ts';
import { logFileName } from './log-file.ts';
import { LOG_HEADER, LOG_VERSION, logVersion } from './log-frames.ts';

/** @throws HistoryFolderError when a newer version wrote the file, of which at least the header is given */
export function refuseNewerLog(folder: string, number: number, file: Buffer): void {
  if ((logVersion(file) ?? 0) <= LOG_VERSION) return;
  throw new HistoryFolderError(
    `${logFileName(number)} in ${folder} was written by a newer version of Telltale. Start that version.`,
  );
}

/** @throws HistoryFolderError when a newer version wrote one of the files */
export async function refuseNewerLogs(folder: string, numbers: readonly number[]): Promise<void> {
  const header = Buffer.alloc(LOG_HEADER.length);
  for (const number of numbers) {
    const file = await open(join(folder, logFileName(number)));
    try {
      const { bytesRead } = await file.read(header, 0, header.length, 0);
      refuseNewerLog(folder, number, header.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  }
}
