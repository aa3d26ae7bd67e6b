import { readFileSync } from 'node:fs';

/** Files and connections that are not devices: history, database, browsers. */
const RESERVED = 600;
const MIN_CONNECTIONS = 100;
const UNKNOWN_LIMIT = 10_000;

/** Open files that this process may have. */
export function openFileLimit(): number {
  try {
    const line = readFileSync('/proc/self/limits', 'utf8').match(/^Max open files\s+(\d+)/m)?.[1];
    return line === undefined ? UNKNOWN_LIMIT : Number(line);
  } catch {
    return UNKNOWN_LIMIT;
  }
}

/**
 * How many devices may be connected at once: the machine's limit on open files, less what the portal itself needs, so
 * that a storm of devices cannot keep the history from opening its next file (guarantee R32).
 */
export function maxDeviceConnections(limit: number = openFileLimit()): number {
  return Math.max(MIN_CONNECTIONS, limit - RESERVED);
}
