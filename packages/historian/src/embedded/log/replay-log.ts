import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logFileName } from './log-file.ts';
import { LOG_HEADER, scanLog } from './log-frames.ts';
import type { LogRecord } from './log-records.ts';
import { refuseNewerLog } from './newer-log.ts';

export interface Replay {
  /** Files whose end was cut off by a crash. */
  tornFiles: number;
  damagedBytes: number;
}

/** Gives the records of all log files, oldest first, to `onRecord`; between files waits for `afterFile`. */
export async function replayLog(
  folder: string,
  numbers: readonly number[],
  onRecord: (record: LogRecord, fileNumber: number) => void,
  afterFile: () => Promise<void>,
): Promise<Replay> {
  const replay: Replay = { tornFiles: 0, damagedBytes: 0 };
  for (const number of numbers) {
    const file = await readFile(join(folder, logFileName(number)));
    refuseNewerLog(folder, number, file);
    const scan = scanLog(file, (record) => onRecord(record, number));
    // A file that was only begun is torn, too, but lost nothing.
    if (scan.tornBytes > 0 && file.length > LOG_HEADER.length) replay.tornFiles++;
    replay.damagedBytes += scan.damagedBytes;
    await afterFile();
  }
  return replay;
}
