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

export interface FileTables {
  files: FilesTable;
}
