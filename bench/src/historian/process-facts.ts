import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Length of the files in a folder (or of those with wanted names), in bytes. */
export function folderBytes(folder: string, isWanted: (name: string) => boolean = () => true): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !isWanted(entry.name)) continue;
    bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/** Resident memory of a process in bytes (Linux; 0 elsewhere). */
export function residentBytes(pid: number): number {
  return numberIn(`/proc/${pid}/status`, /VmRSS:\s+(\d+) kB/) * 1024;
}

/** Bytes that a process has made the kernel write to disk so far (Linux; 0 elsewhere). */
export function writtenBytes(pid: number): number {
  return numberIn(`/proc/${pid}/io`, /^write_bytes: (\d+)/m);
}

/** Seconds of processor time that a process has used (Linux; 0 elsewhere). */
export function processorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** Seconds of processor time of each thread of a process, by its id (Linux; none elsewhere). */
export function threadSeconds(pid: number): Map<string, number> {
  const threads = new Map<string, number>();
  try {
    for (const id of readdirSync(`/proc/${pid}/task`)) {
      const fields = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      threads.set(id, (Number(fields[11]) + Number(fields[12])) / 100);
    }
  } catch {
    // A thread that ended meanwhile, or no Linux: what is there counts.
  }
  return threads;
}

/** Milliseconds that the first thread of a process was ready to run and had no core (Linux; 0 elsewhere). */
export function waitedForCore(pid: number): number {
  return numberIn(`/proc/${pid}/task/${pid}/schedstat`, /^\d+ (\d+)/) / 1e6;
}

function numberIn(file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
