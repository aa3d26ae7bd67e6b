import { PayloadError } from '../incoming.ts';
import { objectOrThrow, readJson } from '../payload.ts';
import type { RegisteredDevice } from '../registered-device.ts';
import type { DeviceSession } from '../sessions/device-session.ts';

/** A file that a device uploads, in chunks of one size of which the last may be shorter. */
export interface DeviceFile {
  /** With the folders before it. */
  readonly filename: string;
  readonly length: number;
  readonly size: number;
}

/** How far the upload has come: the chunk that is wanted next, or the file that it has become. */
export type DeviceFileState = { readonly chunk: number } | { readonly fileId: number; readonly sha256: string };

/** Where the files of devices go. */
export interface FileInbox {
  /**
   * Begins an upload, or finds the one that was broken off.
   * @throws {PayloadError} with the reason for what is not taken
   */
  begin(device: RegisteredDevice, file: DeviceFile): Promise<DeviceFileState>;
  /** Takes a chunk; one that has come already is answered and not taken again. All of it is on disk when this resolves. */
  take(device: RegisteredDevice, file: DeviceFile, chunk: number, content: Buffer): Promise<DeviceFileState>;
}

export const MAX_UPLOAD_CHUNK_BYTES = 512 * 1024;
/** Uploads that one connection has under way at the same time. */
const MAX_AT_ONCE = 8;
const REQUEST = /^v2\/file\/request\/([\w-]{1,64})(?:\/chunk\/(\d{1,9}))?$/;
const FILTER = /^v2\/file\/(response\/(\+|#|[\w-]{1,64})|error)$/;

/**
 * Uploads of devices over MQTT, the way back of their firmware: `v2/file/request/{id}` names the file and is answered at
 * `v2/file/response/{id}` with the chunk that is wanted first, then come its chunks at `v2/file/request/{id}/chunk/{n}`.
 */
export class DeviceFiles {
  readonly #inbox: FileInbox;
  readonly #underWay = new WeakMap<DeviceSession, Map<string, DeviceFile>>();

  constructor(inbox: FileInbox) {
    this.#inbox = inbox;
  }

  serves(topic: string): boolean {
    return REQUEST.test(topic);
  }

  grants(filter: string): boolean {
    return FILTER.test(filter);
  }

  /** @throws {PayloadError} with the reason for what is not taken, which the device is told, too */
  async take(device: RegisteredDevice, session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    const [, id = '', chunk] = REQUEST.exec(topic) ?? [];
    try {
      const state =
        chunk === undefined
          ? await this.#begin(device, session, id, payload)
          : await this.#inbox.take(device, this.#known(session, id), Number(chunk), payload);
      const isOver = 'fileId' in state;
      if (isOver) this.#underWay.get(session)?.delete(id);
      // Of what was asked for, and of the end; each chunk between is acknowledged.
      if (isOver || chunk === undefined) session.send(`v2/file/response/${id}`, JSON.stringify(state));
    } catch (error) {
      if (error instanceof PayloadError) session.send('v2/file/error', JSON.stringify({ id, error: error.message }));
      throw error;
    }
  }

  #begin(device: RegisteredDevice, session: DeviceSession, id: string, payload: Buffer): Promise<DeviceFileState> {
    const file = readDeviceFile(objectOrThrow(readJson(payload)));
    const known = this.#underWay.get(session) ?? new Map<string, DeviceFile>();
    if (!known.has(id) && known.size >= MAX_AT_ONCE) {
      throw new PayloadError(`a device uploads at most ${MAX_AT_ONCE} files at once`);
    }
    this.#underWay.set(session, known.set(id, file));
    return this.#inbox.begin(device, file);
  }

  #known(session: DeviceSession, id: string): DeviceFile {
    const file = this.#underWay.get(session)?.get(id);
    if (!file) throw new PayloadError(`no upload was begun as ${id}`);
    return file;
  }
}

/** @throws {PayloadError} */
export function readDeviceFile({ filename, length, size }: Readonly<Record<string, unknown>>): DeviceFile {
  if (typeof filename !== 'string' || filename.trim() === '') throw new PayloadError('the file has no name');
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) {
    throw new PayloadError('the file has no length');
  }
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > MAX_UPLOAD_CHUNK_BYTES) {
    throw new PayloadError(`a chunk has 1 to ${MAX_UPLOAD_CHUNK_BYTES} bytes`);
  }
  return { filename, length, size };
}
