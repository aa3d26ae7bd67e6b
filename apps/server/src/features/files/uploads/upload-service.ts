import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { AssetId, FileId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { cleanFilePath } from '#file-names.ts';
import type { Caller } from '#http/caller.ts';
import { HttpError, notFound } from '#http/errors.ts';
import { randomToken } from '#random-token.ts';
import type { FileQuota } from '../file-quota.ts';
import { FileRepository } from '../file-repository.ts';
import { describeFile } from '../file-service.ts';
import type { FileStore } from '../file-store.ts';
import type { UploadContent } from './upload-content.ts';
import { type UploadRecord, UploadRepository } from './upload-repository.ts';

export interface UploadServiceOptions {
  work: UnitOfWork;
  uploads: UploadRepository;
  content: UploadContent;
  store: FileStore;
  quota: FileQuota;
  /** Says when the disk has no room for more files. */
  reserve: { readonly fault: string | undefined };
  /** @throws HttpError 404 when the asset is out of scope */
  requireAsset: (caller: Caller, assetId: AssetId) => Promise<unknown>;
  /** The same within a change. */
  requireAssetWithin: (work: Work, caller: Caller, assetId: AssetId) => Promise<unknown>;
  clock: Clock;
  log: Log;
}

export interface NewUpload {
  /** With the folders before it. */
  filename: string | undefined;
  /** Null: of no asset. */
  assetId: AssetId | null;
  length: number;
}

/** What nobody goes on with for so long is over; a finished one is remembered as long. */
const EXPIRES_AFTER_MS = 24 * 3_600_000;
const LOOK_EVERY_MS = 3_600_000;

/** Uploads that may be broken off and gone on with, over a restart of the portal as well. */
export class UploadService {
  readonly #options: UploadServiceOptions;
  readonly #active = new Map<string, number>();
  readonly #finishing = new Map<string, Promise<FileId>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: UploadServiceOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#options.content.open();
    await this.#removeStrays();
    await this.expire();
    this.#timer = setInterval(() => {
      this.expire().catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'uploads that nobody goes on with could not be removed');
      });
    }, LOOK_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * Makes room for an upload, which counts from now on.
   * @throws HttpError 404 for an asset out of scope, 413 over the quota, 507 when the disk is full
   */
  async begin(caller: Caller, { filename, assetId, length }: NewUpload): Promise<string> {
    const { requireAsset, requireAssetWithin, quota, content, work, clock } = this.#options;
    if (assetId !== null) await requireAsset(caller, assetId);
    const { userId, username, adminId } = caller;
    const allowance = await quota.open(assetId === null ? { userId } : { assetId });
    const uploadId = randomToken();
    try {
      allowance.takeFile();
      allowance.take(length);
      await content.create(uploadId);
      await work.run(caller, async (unit) => {
        if (assetId !== null) await requireAssetWithin(unit, caller, assetId);
        await allowance.keep(unit);
        const names = { uploadId, assetId, adminId, userId, username, filename: cleanFilePath(filename) };
        await unit.of(UploadRepository).insert({ ...names, length, touchedMs: clock.now() });
      });
    } catch (error) {
      await content.remove(uploadId);
      throw error;
    } finally {
      allowance.release();
    }
    return uploadId;
  }

  /**
   * The caller's own upload and how far it has come. One that is complete becomes a file, if it has not yet: whoever
   * asks may be the one whose last bytes came just before the portal ended.
   * @throws HttpError 404 when there is none, it is another's, or its asset is out of scope
   */
  async look(caller: Caller, uploadId: string): Promise<{ upload: UploadRecord; offset: number }> {
    const upload = await this.require(caller, uploadId);
    if (upload.fileId !== null) return { upload, offset: upload.length };
    const offset = await this.#lengthOf(uploadId);
    return { upload, offset };
  }

  /** @throws HttpError 404 */
  async require(caller: Caller, uploadId: string): Promise<UploadRecord> {
    const upload = await this.#options.uploads.find(uploadId);
    if (!upload || upload.userId !== caller.userId) throw notFound('The upload');
    if (upload.assetId !== null) await this.#options.requireAsset(caller, upload.assetId);
    return upload;
  }

  /** Writes what comes from an offset on; answers how much there is then, all of it on disk. */
  async append(caller: Caller, uploadId: string, offset: number, content: Readable): Promise<number> {
    const { content: contents, work, clock } = this.#options;
    this.#active.set(uploadId, (this.#active.get(uploadId) ?? 0) + 1);
    try {
      return await contents.append(uploadId, offset, content, () => this.#refuseFullDisk());
    } finally {
      const left = (this.#active.get(uploadId) ?? 1) - 1;
      if (left > 0) this.#active.set(uploadId, left);
      else this.#active.delete(uploadId);
      await work.run(caller, (unit) => unit.of(UploadRepository).touch(uploadId, clock.now()));
    }
  }

  /** Makes an upload of which everything has come a file; once, however often it is asked for. */
  async finish(caller: Caller, uploadId: string): Promise<FileId> {
    const before: Promise<unknown> = this.#finishing.get(uploadId) ?? Promise.resolve();
    const finishing = before.catch(() => undefined).then(() => this.#finish(caller, uploadId));
    this.#finishing.set(uploadId, finishing);
    try {
      return await finishing;
    } finally {
      if (this.#finishing.get(uploadId) === finishing) this.#finishing.delete(uploadId);
    }
  }

  async #finish(caller: Caller, uploadId: string): Promise<FileId> {
    const { content, store, work, clock, requireAssetWithin } = this.#options;
    const upload = await this.require(caller, uploadId);
    if (upload.fileId !== null) return upload.fileId;
    const waits = (await sizeOf(content.pathOf(uploadId))) !== undefined;
    const path = waits ? content.pathOf(uploadId) : store.pathOf(uploadId);
    const sha256 = await content.digest(uploadId, path, upload.length);
    // The content first: a record never stands for a file that is not there.
    if (waits) await store.adopt(path, uploadId);
    const fileId = await work.run(caller, async (unit) => {
      const now = await unit.of(UploadRepository).find(uploadId);
      if (!now) throw notFound('The upload');
      if (now.fileId !== null) return now.fileId;
      const { assetId, adminId, userId, username, filename, length } = now;
      if (assetId !== null) await requireAssetWithin(unit, caller, assetId);
      const whose = { assetId, adminId, userId, username };
      const what = { filename, hostname: '', haspId: '', length, sha256, storageName: uploadId };
      const record = await unit.of(FileRepository).insert({ ...whose, ...what, timestampMs: clock.now() });
      await unit.of(UploadRepository).finish(uploadId, record.fileId);
      unit.note({
        kind: 'file',
        what: `file ${record.fileId} ${record.filename} uploaded`,
        ...(assetId === null ? {} : { assetId }),
        after: describeFile(record),
      });
      return record.fileId;
    });
    content.forget(uploadId);
    return fileId;
  }

  /** Breaks an upload off for good; a file that it has become stays. */
  async drop(caller: Caller, uploadId: string): Promise<void> {
    await this.#options.work.run(caller, async (unit) => {
      const upload = await unit.of(UploadRepository).find(uploadId);
      if (!upload || upload.userId !== caller.userId) throw notFound('The upload');
      await this.#drop(unit, upload);
    });
  }

  /** Removes what nobody goes on with. */
  async expire(): Promise<void> {
    const { uploads, work, clock } = this.#options;
    for (const { uploadId } of await uploads.listUntouched(clock.now() - EXPIRES_AFTER_MS)) {
      if (this.#active.has(uploadId)) continue;
      await work.run({ name: 'telltale' }, async (unit) => {
        const upload = await unit.of(UploadRepository).find(uploadId);
        if (upload) await this.#drop(unit, upload);
      });
    }
  }

  async #drop(unit: Work, { uploadId, fileId }: UploadRecord): Promise<void> {
    await unit.of(UploadRepository).delete(uploadId);
    unit.afterCommit(async () => {
      await this.#options.content.remove(uploadId);
      // Content that had its place already, and never got its record.
      if (fileId === null) await this.#options.store.remove(uploadId);
    });
  }

  /** What lies in the folder without a record: of an asset that was deleted, or begun when the portal ended. */
  async #removeStrays(): Promise<void> {
    const { uploads, content } = this.#options;
    const known = await uploads.listIds();
    for (const name of await content.list()) if (!known.has(name)) await content.remove(name);
  }

  async #lengthOf(uploadId: string): Promise<number> {
    const { content, store } = this.#options;
    // Asked once: it may be moved to its place by another request between two questions.
    return (await sizeOf(content.pathOf(uploadId))) ?? (await stat(store.pathOf(uploadId))).size;
  }

  #refuseFullDisk(): void {
    const { fault } = this.#options.reserve;
    if (fault !== undefined) throw new HttpError(507, 'storage-full', `No files can be stored: ${fault}.`);
  }
}

/** Bytes of a file; undefined when there is none. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
