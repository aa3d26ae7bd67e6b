import type { ByteSource } from '../bytes/byte-source.ts';
import type { Sqlite3 } from './sqlite3.ts';

export const VFS_NAME = 'telltale';
const MOST_PATH_BYTES = 64;
const SECTOR_BYTES = 4_096;

/** A file system for SQLite that holds one file, which is only read. */
export interface ReadOnlyVfs {
  /** What the next database is read from. */
  source: ByteSource | undefined;
  /** Why the last read failed. */
  problem: unknown;
}

/**
 * Teaches SQLite to read through a `ByteSource`. The file counts as one that nobody changes, so SQLite takes no locks and looks for
 * no journal beside it; there is nothing to write to.
 */
export function installReadOnlyVfs(sqlite3: Sqlite3): ReadOnlyVfs {
  const { capi, wasm } = sqlite3;
  const state: ReadOnlyVfs = { source: undefined, problem: undefined };
  const open = new Map<number, ByteSource>();
  const ok = () => capi.SQLITE_OK;
  const refuse = () => capi.SQLITE_READONLY;

  const io = new capi.sqlite3_io_methods();
  Object.assign(io, { $iVersion: 1 });
  const ioMethods = {
    xClose: (file: number) => {
      open.delete(file);
      return capi.SQLITE_OK;
    },
    xRead: (file: number, into: number, length: number, offset: number | bigint) => {
      try {
        const bytes = open.get(file)?.read(Number(offset), length) ?? new Uint8Array(0);
        const heap = wasm.heap8u();
        heap.set(bytes, into);
        if (bytes.length === length) return capi.SQLITE_OK;
        heap.fill(0, into + bytes.length, into + length);
        return capi.SQLITE_IOERR_SHORT_READ;
      } catch (error) {
        state.problem = error;
        return capi.SQLITE_IOERR_READ;
      }
    },
    xFileSize: (file: number, into: number) => {
      wasm.poke64(into, BigInt(open.get(file)?.size ?? 0));
      return capi.SQLITE_OK;
    },
    xWrite: refuse,
    xTruncate: refuse,
    xSync: ok,
    xLock: ok,
    xUnlock: ok,
    xCheckReservedLock: (_file: number, into: number) => {
      wasm.poke32(into, 0);
      return capi.SQLITE_OK;
    },
    xFileControl: () => capi.SQLITE_NOTFOUND,
    xSectorSize: () => SECTOR_BYTES,
    xDeviceCharacteristics: () => capi.SQLITE_IOCAP_IMMUTABLE,
  };

  // Its types give to each file what stands with the kind of it.
  const { sizeof: sizeOfFile } = (capi.sqlite3_file as unknown as { structInfo: { sizeof: number } }).structInfo;
  const vfs = new capi.sqlite3_vfs();
  const usual = new capi.sqlite3_vfs(capi.sqlite3_vfs_find(null));
  vfs.$iVersion = 1;
  vfs.$szOsFile = sizeOfFile;
  vfs.$mxPathname = MOST_PATH_BYTES;
  for (const name of ['$xRandomness', '$xSleep', '$xCurrentTime'] as const) {
    Object.assign(vfs, { [name]: Reflect.get(usual, name) });
  }
  const vfsMethods = {
    xOpen: (_vfs: number, _name: number, file: number, _flags: number, outFlags: number) => {
      if (state.source === undefined) return capi.SQLITE_CANTOPEN;
      open.set(file, state.source);
      const handle = new capi.sqlite3_file(file);
      handle.$pMethods = io.pointer as number;
      handle.dispose();
      if (outFlags !== 0) wasm.poke32(outFlags, capi.SQLITE_OPEN_READONLY);
      return capi.SQLITE_OK;
    },
    xAccess: (_vfs: number, _name: number, _flags: number, into: number) => {
      wasm.poke32(into, 0);
      return capi.SQLITE_OK;
    },
    xDelete: refuse,
    xFullPathname: (_vfs: number, name: number, length: number, into: number) =>
      wasm.cstrncpy(into, name, length) < length ? capi.SQLITE_OK : capi.SQLITE_CANTOPEN,
  };
  const parts = { io: { struct: io, methods: ioMethods }, vfs: { struct: vfs, methods: vfsMethods, name: VFS_NAME } };
  sqlite3.vfs.installVfs(parts as unknown as Parameters<typeof sqlite3.vfs.installVfs>[0]);
  return state;
}
