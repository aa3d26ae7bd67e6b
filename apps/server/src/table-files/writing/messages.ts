import type { ExportPage, ExportPlan } from '../export-plan.ts';

/** What a writing thread is started with. */
export interface WritingTask {
  plan: ExportPlan;
  /** The new file; null: its bytes go back in messages. */
  path: string | null;
  /** Where a file may stand meanwhile. */
  scratchPath: string;
}

export type ToWriter =
  /** `hasCores`: no device sends, so that other threads may help with it. */
  { kind: 'page'; page: ExportPage; hasCores: boolean } | { kind: 'end' } | { kind: 'taken' };

export type FromWriter =
  /** It is ready for one page more. */
  | { kind: 'written'; points: number }
  /** The next bytes of the file; the thread goes on when they are taken. */
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'done'; leftOut: number }
  | { kind: 'failed'; message: string; isFull: boolean };

/** Whether an error says that the disk has no room. */
export function saysFull(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === SQLITE_FULL;
}

const SQLITE_FULL = 13;
