import { Readable } from 'node:stream';
import type { UserId } from '@telltale/contract';
import { cleanFilePath } from '#file-names.ts';
import type { Caller } from '#http/caller.ts';
import { HttpError } from '#http/errors.ts';
import { PayloadError } from '#ingest/incoming.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import type { DeviceFile, DeviceFileState, FileInbox } from '#ingest/thingsboard/device-files.ts';
import type { FileRepository } from '../file-repository.ts';
import { refusalOf } from '../upload-refusals.ts';
import type { UploadRecord, UploadRepository } from './upload-repository.ts';
import type { UploadService } from './upload-service.ts';

export interface DeviceUploadsOptions {
  service: UploadService;
  uploads: UploadRepository;
  files: FileRepository;
}

/** Uploads of devices: the same as people's, for the asset itself and found again by name and length of the file. */
export class DeviceUploads implements FileInbox {
  readonly #options: DeviceUploadsOptions;
  /** What is done for one upload, in the order in which it came. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: DeviceUploadsOptions) {
    this.#options = options;
  }

  begin(device: RegisteredDevice, file: DeviceFile): Promise<DeviceFileState> {
    return this.#inTurn(device, file, async (caller) => {
      const before = await this.#find(device, file);
      if (before && before.fileId === null) return this.#stateOf(caller, before.uploadId, file);
      return this.#stateOf(caller, await this.#make(caller, device, file), file);
    });
  }

  take(device: RegisteredDevice, file: DeviceFile, chunk: number, content: Buffer): Promise<DeviceFileState> {
    const { length, size } = file;
    const start = chunk * size;
    const wanted = Math.max(0, Math.min(size, length - start));
    if (content.length !== wanted) throw new PayloadError(`chunk ${chunk} has ${wanted} bytes, ${content.length} came`);
    return this.#inTurn(device, file, async (caller) => {
      const before = await this.#find(device, file);
      // The first chunk of a file that is there already begins its next version, any other was sent twice.
      const isNew = !before || (before.fileId !== null && chunk === 0);
      if (isNew && chunk !== 0) throw new PayloadError('chunk 0 is wanted next');
      const uploadId = isNew ? await this.#make(caller, device, file) : before.uploadId;
      const { offset, upload } = await this.#options.service.look(caller, uploadId);
      if (start > offset) throw new PayloadError(`chunk ${Math.floor(offset / size)} is wanted next`);
      if (upload.fileId === null && start + wanted > offset) {
        // Of a chunk that was broken off, a part may have come.
        const rest = Readable.from([content.subarray(offset - start)]);
        await this.#options.service.append(caller, uploadId, offset, rest);
      }
      return this.#stateOf(caller, uploadId, file);
    });
  }

  #make(caller: Caller, { assetId }: RegisteredDevice, { filename, length }: DeviceFile): Promise<string> {
    return this.#options.service.begin(caller, { filename, assetId, length });
  }

  /** The latest upload of this file that is not forgotten yet. */
  #find({ assetId }: RegisteredDevice, { filename, length }: DeviceFile): Promise<UploadRecord | undefined> {
    return this.#options.uploads.findLatest({ assetId, userId: NOBODY, filename: cleanFilePath(filename), length });
  }

  async #stateOf(caller: Caller, uploadId: string, { size }: DeviceFile): Promise<DeviceFileState> {
    const { service, files } = this.#options;
    const { upload, offset } = await service.look(caller, uploadId);
    if (offset < upload.length) return { chunk: Math.floor(offset / size) };
    const fileId = await service.finish(caller, uploadId);
    const file = await files.find(fileId);
    if (!file) throw new PayloadError('the file was deleted meanwhile');
    return { fileId, sha256: file.sha256 };
  }

  async #inTurn<T>(
    device: RegisteredDevice,
    { filename, length }: DeviceFile,
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([device.assetId, cleanFilePath(filename), length]);
    const before = this.#turns.get(key) ?? Promise.resolve();
    const turn = before.then(() => work(callerOf(device)));
    const over = turn.catch(() => undefined);
    this.#turns.set(key, over);
    try {
      return await turn;
    } catch (error) {
      if (error instanceof PayloadError) throw error;
      const refusal = refusalOf(error);
      throw refusal instanceof HttpError ? new PayloadError(refusal.message, { cause: refusal }) : error;
    } finally {
      if (this.#turns.get(key) === over) this.#turns.delete(key);
    }
  }
}

/** No user's id. */
const NOBODY = 0 as UserId;

/** A device is nobody but itself: it sees its own asset and holds no right. */
function callerOf({ assetId, adminId, serialNumber }: RegisteredDevice): Caller {
  return {
    userId: NOBODY,
    username: `device ${serialNumber}`,
    adminId,
    authId: 'device',
    proof: 'token',
    permissions: new Set(),
    visibility: { everything: false, canSee: (wanted) => wanted === assetId, assetIds: new Set([assetId]) },
    readOnly: false,
  };
}
