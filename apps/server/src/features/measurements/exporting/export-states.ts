import type { measurements, UserId } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { HttpError } from '#http/errors.ts';
import { ExportDiskFullError } from '#table-files/write-pages.ts';

/** Of all users; the oldest is forgotten. */
const MOST_REMEMBERED = 100;

type State = { -readonly [Key in keyof measurements.RecordingExportState]: measurements.RecordingExportState[Key] };

/** One export on its way. */
export interface ExportState {
  sent(bytes: number): void;
  /** @param error undefined: it was handed over whole */
  ended(error: unknown, signal: AbortSignal): void;
}

const UNHEARD: ExportState = { sent: () => undefined, ended: () => undefined };

/** What came of exports: the connection of a download that breaks off takes no words along. */
export class ExportStates {
  readonly #states = new Map<string, { readonly userId: UserId; readonly state: State }>();

  /** @param exportId undefined: nobody asks what comes of it */
  begin({ userId }: Caller, exportId: string | undefined): ExportState {
    if (exportId === undefined) return UNHEARD;
    const state: State = { exportId, state: 'running', bytes: 0, message: null };
    const key = `${userId} ${exportId}`;
    this.#states.delete(key);
    this.#states.set(key, { userId, state });
    const [oldest] = this.#states.keys();
    if (this.#states.size > MOST_REMEMBERED && oldest !== undefined) this.#states.delete(oldest);
    return {
      sent: (bytes) => {
        state.bytes += bytes;
      },
      ended: (error, signal) => {
        state.state = error === undefined ? 'done' : signal.aborted ? 'cancelled' : 'failed';
        if (state.state === 'failed') state.message = wordsOf(error);
      },
    };
  }

  list({ userId }: Caller): measurements.RecordingExportState[] {
    return [...this.#states.values()]
      .filter((one) => one.userId === userId)
      .map(({ state }) => ({ ...state }))
      .reverse();
  }
}

/** What is not meant for users is told by its kind alone. */
function wordsOf(error: unknown): string {
  if (error instanceof HttpError) return error.message;
  if (error instanceof ExportDiskFullError) return DISK_FULL;
  return 'The portal could not make the file. Its log says why.';
}

export const DISK_FULL = 'The disk of the portal is full.';
