import type { files } from '@telltale/contract';
import { baseName } from './file-kind.ts';

/** A file with those that bore its name before it. */
export interface VersionedFile {
  readonly newest: files.StoredFile;
  /** Newest first. */
  readonly older: readonly files.StoredFile[];
}

/** What a folder holds: names are paths, `logs/may/7.csv` lies in `logs/may`. */
export interface Folder {
  /** Names of the folders in it. */
  readonly folders: readonly string[];
  readonly files: readonly VersionedFile[];
}

/**
 * The content of one folder.
 * @param list newest first
 * @param path '' for what lies in none
 */
export function folderOf(list: readonly files.StoredFile[], path: string): Folder {
  const prefix = path === '' ? '' : `${path}/`;
  const folders = new Set<string>();
  const byName = new Map<string, files.StoredFile[]>();
  for (const file of list) {
    if (!file.filename.startsWith(prefix)) continue;
    const rest = file.filename.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash >= 0) folders.add(rest.slice(0, slash));
    else byName.set(rest, [...(byName.get(rest) ?? []), file]);
  }
  return {
    folders: [...folders].sort((a, b) => a.localeCompare(b, undefined, { numeric: true })),
    files: [...byName.values()].flatMap(([newest, ...older]) => (newest ? [{ newest, older }] : [])),
  };
}

/** The folders that lead to one, each with its name, from the outermost. */
export function trailOf(path: string): { name: string; path: string }[] {
  const parts = path === '' ? [] : path.split('/');
  return parts.map((_part, index) => {
    const own = parts.slice(0, index + 1).join('/');
    return { name: baseName(own), path: own };
  });
}
