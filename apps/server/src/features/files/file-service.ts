import type { Readable } from 'node:stream';
import { ADMIN_MODIFY, type AssetId, type FileId, type files } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { cleanFilename } from '#file-names.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, notFound } from '#http/errors.ts';
import type { ByteRange } from './file-download.ts';
import type { Allowance, FileQuota } from './file-quota.ts';
import { type FileRange, type FileRecord, FileRepository, type NewFile } from './file-repository.ts';
import type { FileStore, StagedFile } from './file-store.ts';
import { nameMatcher } from './name-pattern.ts';

/** A part of an upload, in the order in which the client sends them. */
export type UploadPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly filename: string | undefined; readonly content: Readable };

export interface FileServiceOptions {
  work: UnitOfWork;
  files: FileRepository;
  store: FileStore;
  quota: FileQuota;
  /** @throws HttpError 404 when the asset is out of scope */
  requireAsset: (caller: Caller, assetId: AssetId) => Promise<unknown>;
  /** The same within a change. */
  requireAssetWithin: (work: Work, caller: Caller, assetId: AssetId) => Promise<unknown>;
  clock: Clock;
  log: Log;
}

export interface FileListQuery extends FileRange {
  /** As SQL's LIKE has it, or whether a name is wanted. */
  filename: string | ((filename: string) => boolean);
  limit: number;
  offset: number;
}

export interface FilePageQuery {
  /** Stands in the name. */
  search: string;
  asset?: AssetId | 'none' | undefined;
  /** '' for what lies in none; undefined: wherever it lies. */
  folder?: string | undefined;
  limit: number;
  offset: number;
}

/** Rows that are looked through between two turns of the event loop, and first: most who ask want the newest few. */
const ROWS_PER_TURN = 2_000;
const FIRST_ROWS = 200;
const MAX_FIELD_LENGTH = 255;

/** Files that users upload and download. */
export class FileService {
  readonly #options: FileServiceOptions;

  constructor(options: FileServiceOptions) {
    this.#options = options;
  }

  /** Newest first. */
  async listOfAsset(caller: Caller, assetId: AssetId): Promise<files.StoredFile[]> {
    await this.#options.requireAsset(caller, assetId);
    return (await this.#options.files.listOfAsset(assetId)).map(toFile);
  }

  /** Of all assets in sight and of none, newest first. */
  async list(caller: Caller, query: FileListQuery): Promise<files.StoredFile[]> {
    const { filename } = query;
    const matches = typeof filename === 'string' ? nameMatcher(filename) : filename;
    const found: files.StoredFile[] = [];
    let skipped = 0;
    for await (const row of this.#inSight(caller, query)) {
      if (!matches(row.filename) || skipped++ < query.offset) continue;
      found.push(toFile(row));
      if (found.length === query.limit) break;
    }
    return found;
  }

  /** One page of the same, those of one name together, and how many names there are. */
  async page(caller: Caller, { search, asset, folder, limit, offset }: FilePageQuery): Promise<files.FilePage> {
    const wanted = search.toLowerCase();
    const prefix = folder ? `${folder}/` : '';
    const isRightBelow = folder !== undefined && wanted === '';
    const folders = new Set<string>();
    /** Newest first. Only ids: there may be very many. */
    const versions = new Map<string, FileId[]>();
    for await (const { fileId, assetId, userId, filename } of this.#inSight(caller, {})) {
      if (asset !== undefined && assetId !== (asset === 'none' ? null : asset)) continue;
      if (!filename.startsWith(prefix) || !filename.toLowerCase().includes(wanted)) continue;
      const slash = filename.indexOf('/', prefix.length);
      if (isRightBelow && slash >= 0) {
        folders.add(filename.slice(prefix.length, slash));
        continue;
      }
      const key = `${assetId ?? `of user ${userId}`}/${filename}`;
      const known = versions.get(key);
      if (known) known.push(fileId);
      else versions.set(key, [fileId]);
    }
    const shown = [...versions.values()].slice(offset, offset + limit);
    const records = await this.#options.files.listByIds(shown.flat());
    const byId = new Map(records.map((record) => [record.fileId, toFile(record)]));
    const found = shown.flatMap((ids) => {
      // One may have been deleted meanwhile.
      const [newest, ...older] = ids.flatMap((fileId) => byId.get(fileId) ?? []);
      return newest ? [{ ...newest, older }] : [];
    });
    const names = [...folders].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
    return { total: versions.size, folders: names, files: found };
  }

  /** Others get their turn in between. */
  async *#inSight(caller: Caller, range: FileRange): AsyncGenerator<FileRecord> {
    let last: FileRecord | undefined;
    let most = FIRST_ROWS;
    do {
      const rows = await this.#options.files.listAfter(range, last, most);
      for (const row of rows) if (isInSight(caller, row)) yield row;
      last = rows.length === most ? rows.at(-1) : undefined;
      most = ROWS_PER_TURN;
      await new Promise((resolve) => setImmediate(resolve));
    } while (last);
  }

  /**
   * Keeps the files of an upload, all or none. The fields hostname and haspId, if they come before a file, are of it.
   * @param assetId null: of no asset
   * @throws HttpError 413 over the quota, 507 when the disk is full, 400 without a file
   */
  async upload(
    caller: Caller,
    assetId: AssetId | null,
    parts: AsyncIterable<UploadPart>,
    announcedBytes: number | undefined,
  ): Promise<files.StoredFile[]> {
    if (assetId !== null) await this.#options.requireAsset(caller, assetId);
    const owner = assetId === null ? { userId: caller.userId } : { assetId };
    const allowance = await this.#options.quota.open(owner, announcedBytes);
    const received: { staged: StagedFile; filename: string; hostname: string; haspId: string }[] = [];
    try {
      const fields = new Map<string, string>();
      for await (const part of parts) {
        if (part.kind === 'field') {
          fields.set(part.name.toLowerCase(), part.value.slice(0, MAX_FIELD_LENGTH));
          continue;
        }
        allowance.takeFile();
        let counted = 0;
        const staged = await this.#options.store.receive(part.content, (length) => {
          allowance.take(length - counted);
          counted = length;
        });
        const [hostname, haspId] = [fields.get('hostname') ?? '', fields.get('haspid') ?? ''];
        received.push({ staged, filename: cleanFilename(part.filename), hostname, haspId });
      }
      if (received.length === 0) throw badRequest('There is no file in the upload.', { field: 'file' });
      return await this.#keep(caller, assetId, received, allowance);
    } catch (error) {
      for (const { staged } of received) await this.#options.store.remove(staged.storageName);
      throw error;
    } finally {
      allowance.release();
    }
  }

  /** What is known of a file, and what reads its content, or a part of it. */
  async open(caller: Caller, fileId: FileId): Promise<{ file: FileRecord; read: (range?: ByteRange) => Readable }> {
    const file = await findInSight(this.#options.files, caller, fileId);
    return { file, read: (range) => this.#options.store.read(file.storageName, range) };
  }

  /**
   * Where the content of a file lies, for who reads it in place: it never changes. And what it is called.
   * @throws HttpError 404 when it is out of sight
   */
  async locate(caller: Caller, fileId: FileId): Promise<{ path: string; filename: string }> {
    const { storageName, filename } = await findInSight(this.#options.files, caller, fileId);
    return { path: this.#options.store.pathOf(storageName), filename };
  }

  async delete(caller: Caller, fileId: FileId): Promise<void> {
    const { work, store } = this.#options;
    await work.run(caller, async (unit) => {
      const files = unit.of(FileRepository);
      const file = await findInSight(files, caller, fileId);
      await files.delete(fileId);
      const of = file.assetId === null ? {} : { assetId: file.assetId };
      unit.note({ kind: 'file', what: `file ${fileId} ${file.filename} deleted`, ...of, before: describeFile(file) });
      unit.afterCommit(() => store.remove(file.storageName));
    });
  }

  /** Notes which files an asset has, and answers what removes their content once the asset itself is gone. */
  async planDrop(work: Work, assetId: AssetId): Promise<() => Promise<void>> {
    const own = await work.of(FileRepository).listOfAsset(assetId);
    return async () => {
      try {
        for (const { storageName } of own) await this.#options.store.remove(storageName);
      } catch (error) {
        this.#options.log.error({ err: error, assetId }, 'the files of a deleted asset could not be removed');
      }
    };
  }

  async #keep(
    caller: Caller,
    assetId: AssetId | null,
    received: readonly { staged: StagedFile; filename: string; hostname: string; haspId: string }[],
    allowance: Allowance,
  ): Promise<files.StoredFile[]> {
    const { work, store, clock, requireAssetWithin } = this.#options;
    const { userId, username, adminId } = caller;
    // The content first: a record never stands for a file that is not there.
    for (const { staged } of received) await store.keep(staged);
    const stored = await work.run(caller, async (unit) => {
      if (assetId !== null) await requireAssetWithin(unit, caller, assetId);
      await allowance.keep(unit);
      const timestampMs = clock.now();
      const records: FileRecord[] = [];
      for (const { staged, ...names } of received) {
        const file: NewFile = { ...staged, ...names, assetId, adminId, userId, username, timestampMs };
        const record = await unit.of(FileRepository).insert(file);
        records.push(record);
        const of = assetId === null ? {} : { assetId };
        const what = `file ${record.fileId} ${record.filename} uploaded`;
        unit.note({ kind: 'file', what, ...of, after: describeFile(record) });
      }
      return records;
    });
    return stored.map(toFile);
  }
}

/** @throws HttpError 404 when there is no such file, or it is out of sight */
async function findInSight(files: FileRepository, caller: Caller, fileId: FileId): Promise<FileRecord> {
  const file = await files.find(fileId);
  if (!file || !isInSight(caller, file)) throw notFound('The file');
  return file;
}

/** Files of no asset are visible to who uploaded them and to administrators of the unit (spec 3 §13). */
function isInSight(caller: Caller, { assetId, userId, adminId }: FileRecord): boolean {
  if (assetId !== null) return caller.visibility.canSee(assetId);
  if (userId === caller.userId || caller.visibility.everything) return true;
  return adminId === caller.adminId && holds(caller, ADMIN_MODIFY);
}

function toFile(record: FileRecord): files.StoredFile {
  const { fileId, assetId, filename, hostname, haspId, length, timestampMs, sha256, username } = record;
  const timestamp = new Date(timestampMs).toISOString();
  return { fileId, assetId, filename, hostname, haspId, length, timestamp, sha256, user: username };
}

/** What the journal says of a file. */
export function describeFile({ filename, length, sha256 }: FileRecord) {
  return { filename, length, sha256 };
}
