import type { Generated } from 'kysely';

export interface FilesTable {
  file_id: Generated<number>;
  /** Null: of no asset. */
  asset_id: number | null;
  /** The admin unit of who uploaded it. */
  admin_id: number;
  by_user_id: number;
  by_name: string;
  /** As the client named it; never a path on this machine. */
  filename: string;
  hostname: string;
  hasp_id: string;
  /** Bytes. */
  length: number;
  timestamp_ms: number;
  sha256: string;
  /** Random: where it lies in the files folder. */
  storage_name: string;
}

/** An upload that may be gone on with. */
export interface UploadsTable {
  /** Random; its content bears it as a name, also once it is a file. */
  upload_id: string;
  asset_id: number | null;
  admin_id: number;
  by_user_id: number;
  by_name: string;
  filename: string;
  /** Bytes it is to have. */
  length: number;
  /** When something of it came last. */
  touched_ms: number;
  /** The file that it has become; kept for a day, so that whoever missed the answer learns of it. */
  file_id: number | null;
}

export interface FileTables {
  files: FilesTable;
  uploads: UploadsTable;
}
