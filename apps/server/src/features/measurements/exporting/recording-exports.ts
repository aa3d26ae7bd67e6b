import type { Readable } from 'node:stream';
import type { FileId, measurements } from '@telltale/contract';
import type { Log } from '#config/log.ts';
import { cleanFilename } from '#file-names.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, HttpError } from '#http/errors.ts';
import { streamed } from '#table-files/streamed.ts';
import { ExportDiskFullError, writePages } from '#table-files/write-pages.ts';
import type { MeasurementReader } from '../reading/measurement-reader.ts';
import { DISK_FULL, type ExportState, ExportStates } from './export-states.ts';
import { exportName, recordingPages, recordingPlan, rowTiming } from './recording-plan.ts';

/** Where a file of measurements lies, and what it is called. */
export type FindRecording = (caller: Caller, fileId: FileId) => Promise<{ path: string; filename: string }>;

export interface RecordingExportOptions {
  reader: MeasurementReader;
  find: FindRecording;
  /** A new file of its own, for a format that is written out of order. */
  scratch: () => { path: string; remove: () => Promise<void> };
  /** Why nothing more may be written, or undefined. */
  diskFault: () => string | undefined;
  log: Log;
}

/** What is asked for; `exportId`: who asks wants to know what comes of it. */
export interface WantedExport {
  readonly type: measurements.RecordingExport;
  readonly channels: readonly number[];
  readonly exportId?: string | undefined;
}

/** Answers that are exports, at a time: each has a thread that writes. */
const MOST_ANSWERS = 2;

/** Channels of measurement files as files of other kinds, made while they are sent (spec 2 §2.11). */
export class RecordingExports {
  readonly #options: RecordingExportOptions;
  #answers = 0;
  /** What came of those that somebody asks about. */
  readonly states = new ExportStates();

  constructor(options: RecordingExportOptions) {
    this.#options = options;
  }

  /** What would be exported. @throws HttpError as `answer`, before anything is made */
  async check(
    caller: Caller,
    { fileId, group }: { fileId: FileId; group: string },
    places: readonly number[],
    signal: AbortSignal,
  ): Promise<{ path: string; filename: string; channels: measurements.Channel[] }> {
    const { reader, find, diskFault } = this.#options;
    const { path, filename } = await find(caller, fileId);
    const all = await reader.ask(path, { kind: 'channels', group }, signal);
    const channels = places.map((place) => requireChannel(all, place));
    if (this.#answers >= MOST_ANSWERS) {
      const text = `${MOST_ANSWERS} exports of measurement files are being answered already. Try again in a moment.`;
      throw new HttpError(429, 'too-many-exports', text, { headers: { 'Retry-After': '10' } });
    }
    if (diskFault() !== undefined) throw diskFull();
    return { path, filename, channels };
  }

  /** @throws HttpError 507 with a full disk, 404, 400 for a channel that the group does not have, 422 for one that cannot be read, 429 with too many */
  async answer(
    caller: Caller,
    of: { fileId: FileId; group: string },
    wanted: WantedExport,
    signal: AbortSignal,
  ): Promise<{ filename: string; content: Readable }> {
    const state = this.states.begin(caller, wanted.exportId);
    try {
      return await this.#answer(caller, of, wanted, { state, signal });
    } catch (error) {
      const refusal = error instanceof ExportDiskFullError ? diskFull() : error;
      state.ended(refusal, signal);
      throw refusal;
    }
  }

  async #answer(
    caller: Caller,
    { fileId, group }: { fileId: FileId; group: string },
    { type, channels: places }: WantedExport,
    { state, signal }: { state: ExportState; signal: AbortSignal },
  ): Promise<{ filename: string; content: Readable }> {
    const { reader, scratch, diskFault, log } = this.#options;
    const { path, filename: of, channels } = await this.check(caller, { fileId, group }, places, signal);
    const timing = rowTiming(channels);
    const plan = recordingPlan(type, channels, timing);
    this.#answers++;
    const { path: scratchPath, remove } = scratch();
    const checkRoom = () => {
      if (diskFault() !== undefined) throw new ExportDiskFullError('There is no room.');
    };
    const pages = (stop: AbortSignal) => recordingPages(reader, { path, group, channels }, timing, stop);
    const { content, begun } = streamed(
      async (onBytes) => {
        const send = async (bytes: Uint8Array) => {
          await onBytes(bytes);
          state.sent(bytes.length);
        };
        try {
          await writePages({ plan, pages, path: null, scratchPath, signal, onBytes: send, checkRoom });
          state.ended(undefined, signal);
        } catch (error) {
          state.ended(error, signal);
          throw error;
        } finally {
          this.#answers--;
          await remove();
        }
      },
      signal,
      (error) => log.error({ err: error, fileId }, 'an export of a measurement file broke off'),
    );
    await begun;
    return { filename: cleanFilename(exportName(of, group, plan)), content };
  }
}

const diskFull = () => new HttpError(507, 'storage-full', DISK_FULL);

function requireChannel(all: readonly measurements.Channel[], place: number): measurements.Channel {
  const channel = all[place];
  if (channel === undefined) throw badRequest(`The group has no channel ${place}.`, { field: 'channels' });
  const { name, type, whyUnread } = channel;
  if (type === 'string' || whyUnread === null) return channel;
  throw new HttpError(422, 'unreadable', `The channel ${name} cannot be exported. ${whyUnread}`);
}
