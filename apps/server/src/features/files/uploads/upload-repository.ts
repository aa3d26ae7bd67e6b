import type { AdminId, AssetId, EpochMs, FileId, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { UploadsTable } from '../file-tables.ts';

/** An upload that may be gone on with. */
export interface UploadRecord {
  uploadId: string;
  assetId: AssetId | null;
  adminId: AdminId;
  userId: UserId;
  username: string;
  filename: string;
  length: number;
  touchedMs: EpochMs;
  /** The file that it has become. */
  fileId: FileId | null;
}

function toRecord(row: Selectable<UploadsTable>): UploadRecord {
  return {
    uploadId: row.upload_id,
    assetId: row.asset_id as AssetId | null,
    adminId: row.admin_id as AdminId,
    userId: row.by_user_id as UserId,
    username: row.by_name,
    filename: row.filename,
    length: Number(row.length),
    touchedMs: row.touched_ms,
    fileId: row.file_id as FileId | null,
  };
}

/** What is known of uploads under way; what came of them lies in a folder beside the files. */
export class UploadRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(upload: Omit<UploadRecord, 'fileId'>): Promise<void> {
    await this.#db
      .insertInto('uploads')
      .values({
        upload_id: upload.uploadId,
        asset_id: upload.assetId,
        admin_id: upload.adminId,
        by_user_id: upload.userId,
        by_name: storableText(upload.username),
        filename: storableText(upload.filename),
        length: upload.length,
        touched_ms: upload.touchedMs,
        file_id: null,
      })
      .execute();
  }

  async find(uploadId: string): Promise<UploadRecord | undefined> {
    const row = await this.#db.selectFrom('uploads').selectAll().where('upload_id', '=', uploadId).executeTakeFirst();
    return row && toRecord(row);
  }

  /** The latest of one sender with this name and length, finished or not. */
  async findLatest(
    wanted: Pick<UploadRecord, 'userId' | 'filename' | 'length'> & { assetId: AssetId },
  ): Promise<UploadRecord | undefined> {
    const row = await this.#db
      .selectFrom('uploads')
      .selectAll()
      .where('asset_id', '=', wanted.assetId)
      .where('by_user_id', '=', wanted.userId)
      .where('filename', '=', storableText(wanted.filename))
      .where('length', '=', wanted.length)
      // One that goes on comes first, whatever was finished in the same moment.
      .orderBy((expression) => expression.case().when('file_id', 'is', null).then(0).else(1).end())
      .orderBy('touched_ms', 'desc')
      .orderBy('file_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** Those of which nothing has come since a time. */
  async listUntouched(sinceMs: EpochMs): Promise<UploadRecord[]> {
    const rows = await this.#db.selectFrom('uploads').selectAll().where('touched_ms', '<', sinceMs).execute();
    return rows.map(toRecord);
  }

  async listIds(): Promise<Set<string>> {
    const rows = await this.#db.selectFrom('uploads').select('upload_id').execute();
    return new Set(rows.map((row) => row.upload_id));
  }

  async touch(uploadId: string, nowMs: EpochMs): Promise<void> {
    await this.#db.updateTable('uploads').set({ touched_ms: nowMs }).where('upload_id', '=', uploadId).execute();
  }

  async finish(uploadId: string, fileId: FileId): Promise<void> {
    await this.#db.updateTable('uploads').set({ file_id: fileId }).where('upload_id', '=', uploadId).execute();
  }

  async delete(uploadId: string): Promise<void> {
    await this.#db.deleteFrom('uploads').where('upload_id', '=', uploadId).execute();
  }
}
