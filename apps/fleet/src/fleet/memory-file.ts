import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { WorldSnapshot } from '../world/world.ts';

/** A stretch of the past that the portal has not acknowledged yet: from a state of the world until a time. */
export interface Stretch {
  readonly from: WorldSnapshot;
  readonly untilMs: number;
  /** Between two of its moments. */
  readonly stepMs: number;
}

/** What the fleet remembers between two starts. */
export interface FleetMemory {
  /** When the fleet's world began; faults and jobs are planned from it. */
  readonly bornMs: number;
  /** History that is still to be sent, in the order of sending; empty once the first fill is done. */
  readonly todo: readonly Stretch[];
  /** The world at the last moment up to which every live measurement was acknowledged. */
  readonly live: WorldSnapshot;
}

const FORMAT = 1;

/** The memory of an earlier run; undefined on a first start, and when the file is not one of this version. */
export function readMemory(path: string): FleetMemory | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const json: unknown = JSON.parse(text);
    return isMemory(json) ? { bornMs: json.bornMs, todo: json.todo, live: json.live } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes all or nothing: a file that is half written is never read. */
export function writeMemory(path: string, memory: FleetMemory): void {
  const half = `${path}.new`;
  writeFileSync(half, JSON.stringify({ format: FORMAT, ...memory }), { mode: 0o600 });
  renameSync(half, path);
}

function isMemory(json: unknown): json is FleetMemory {
  const memory = json as Partial<FleetMemory & { format: number }> | null;
  return (
    typeof memory === 'object' &&
    memory !== null &&
    memory.format === FORMAT &&
    typeof memory.bornMs === 'number' &&
    Array.isArray(memory.todo) &&
    memory.todo.every(isStretch) &&
    isSnapshot(memory.live)
  );
}

function isStretch(value: unknown): boolean {
  const stretch = value as Partial<Stretch> | null;
  return isSnapshot(stretch?.from) && typeof stretch?.untilMs === 'number' && typeof stretch.stepMs === 'number';
}

const isSnapshot = (value: unknown): value is WorldSnapshot =>
  typeof value === 'object' && value !== null && 'timeMs' in value && 'states' in value;
