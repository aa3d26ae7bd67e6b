import type { AdminId, AssetId, EpochMs, FileId, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import { holdsText } from '#db/holds-text.ts';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { FilesTable } from './file-tables.ts';

export interface FileRecord {
  fileId: FileId;
  assetId: AssetId | null;
  adminId: AdminId;
  userId: UserId;
  username: string;
  filename: string;
  hostname: string;
  haspId: string;
  length: number;
  timestampMs: EpochMs;
  sha256: string;
  storageName: string;
}

export type NewFile = Omit<FileRecord, 'fileId'>;

/** Whose quota files count against: an asset's, or for those of no asset who uploaded them. */
export type FileOwner = { assetId: AssetId } | { userId: UserId };

/** Which files are gone through. */
export interface FileRange {
  fromMs?: EpochMs | undefined;
  toMs?: EpochMs | undefined;
  /** Words that stand in the name, whatever their case; none: any name. */
  holding?: readonly string[];
}

/** What an owner's files take. */
export interface FileUsage {
  bytes: number;
  count: number;
}

/** So many parameters a statement of every engine takes. */
const IDS_PER_STATEMENT = 10_000;

function toRecord(row: Selectable<FilesTable>): FileRecord {
  return {
    fileId: row.file_id as FileId,
    assetId: row.asset_id as AssetId | null,
    adminId: row.admin_id as AdminId,
    userId: row.by_user_id as UserId,
    username: row.by_name,
    filename: row.filename,
    hostname: row.hostname,
    haspId: row.hasp_id,
    length: row.length,
    timestampMs: row.timestamp_ms,
    sha256: row.sha256,
    storageName: row.storage_name,
  };
}

/** What is known of stored files; their content lies in the files folder. */
export class FileRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(file: NewFile): Promise<FileRecord> {
    const row = await this.#db
      .insertInto('files')
      .values({
        asset_id: file.assetId,
        admin_id: file.adminId,
        by_user_id: file.userId,
        by_name: storableText(file.username),
        filename: storableText(file.filename),
        hostname: storableText(file.hostname),
        hasp_id: storableText(file.haspId),
        length: file.length,
        timestamp_ms: file.timestampMs,
        sha256: file.sha256,
        storage_name: file.storageName,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async find(fileId: FileId): Promise<FileRecord | undefined> {
    const row = await this.#db.selectFrom('files').selectAll().where('file_id', '=', fileId).executeTakeFirst();
    return row && toRecord(row);
  }

  /** Those of these that there are, in no order. */
  async listByIds(fileIds: readonly FileId[]): Promise<FileRecord[]> {
    const rows: Selectable<FilesTable>[] = [];
    for (let first = 0; first < fileIds.length; first += IDS_PER_STATEMENT) {
      const some = fileIds.slice(first, first + IDS_PER_STATEMENT);
      rows.push(...(await this.#db.selectFrom('files').selectAll().where('file_id', 'in', some).execute()));
    }
    return rows.map(toRecord);
  }

  /** Newest first. */
  async listOfAsset(assetId: AssetId): Promise<FileRecord[]> {
    const rows = await this.#db
      .selectFrom('files')
      .selectAll()
      .where('asset_id', '=', assetId)
      .orderBy('timestamp_ms', 'desc')
      .orderBy('file_id', 'desc')
      .execute();
    return rows.map(toRecord);
  }

  /** The newest file of the asset with exactly this name. */
  async findNewest(assetId: AssetId, filename: string): Promise<FileRecord | undefined> {
    const row = await this.#db
      .selectFrom('files')
      .selectAll()
      .where('asset_id', '=', assetId)
      .where('filename', '=', storableText(filename))
      .orderBy('timestamp_ms', 'desc')
      .orderBy('file_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** Newest first, those that come after the given one. */
  async listAfter(
    { fromMs, toMs, holding = [] }: FileRange,
    last: Pick<FileRecord, 'timestampMs' | 'fileId'> | undefined,
    limit: number,
  ): Promise<FileRecord[]> {
    let query = this.#db.selectFrom('files').selectAll();
    if (fromMs !== undefined) query = query.where('timestamp_ms', '>=', fromMs);
    if (toMs !== undefined) query = query.where('timestamp_ms', '<=', toMs);
    for (const word of holding) query = query.where(holdsText('filename', word));
    if (last) {
      query = query.where((where) =>
        where.or([
          where('timestamp_ms', '<', last.timestampMs),
          where.and([where('timestamp_ms', '=', last.timestampMs), where('file_id', '<', last.fileId)]),
        ]),
      );
    }
    const rows = await query.orderBy('timestamp_ms', 'desc').orderBy('file_id', 'desc').limit(limit).execute();
    return rows.map(toRecord);
  }

  /** What an owner's files take, with room for the uploads that are not finished. */
  async usage(owner: FileOwner): Promise<FileUsage> {
    const files = this.#db.selectFrom('files').select('length');
    const unfinished = this.#db.selectFrom('uploads').select('length').where('file_id', 'is', null);
    const taken =
      'assetId' in owner
        ? files.where('asset_id', '=', owner.assetId).unionAll(unfinished.where('asset_id', '=', owner.assetId))
        : files
            .where('asset_id', 'is', null)
            .where('by_user_id', '=', owner.userId)
            .unionAll(unfinished.where('asset_id', 'is', null).where('by_user_id', '=', owner.userId));
    const row = await this.#db
      .selectFrom(taken.as('taken'))
      .select((select) => [
        select.fn.coalesce(select.fn.sum<number>('length'), select.lit(0)).as('bytes'),
        select.fn.countAll<number>().as('count'),
      ])
      .executeTakeFirstOrThrow();
    return { bytes: Number(row.bytes), count: Number(row.count) };
  }

  async delete(fileId: FileId): Promise<void> {
    await this.#db.deleteFrom('files').where('file_id', '=', fileId).execute();
  }
}
