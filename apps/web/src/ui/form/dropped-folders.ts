/** What was dropped, with the files in the folders among it. */
export interface FolderFiles {
  readonly files: readonly File[];
  /** The way of a file from the folder that was dropped: `logs/may/7.csv`. */
  readonly pathOf: (file: File) => string;
}

/** More files are no folder that somebody means. */
export const MOST_DROPPED_FILES = 1_000;

/** More files than that lie in what was dropped. */
export class TooManyFiles extends Error {}

/** Whether a folder is among what is dropped. */
export function hasFolders({ items }: DataTransfer): boolean {
  return entriesOf(items).some(isFolder);
}

/**
 * All files that are dropped, with those in folders, in the order of their names. To be called while the drop is told of:
 * the browser forgets what was dropped afterwards.
 * @throws TooManyFiles, or what the browser says of a file that cannot be read
 */
export async function filesInFolders({ items }: DataTransfer): Promise<FolderFiles> {
  const paths = new Map<File, string>();
  for (const entry of entriesOf(items)) await take(entry, '', paths);
  return { files: [...paths.keys()], pathOf: (file) => paths.get(file) ?? file.name };
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Not every program that drops something has entries. */
function entriesOf(items: DataTransferItemList | undefined): FileSystemEntry[] {
  return [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
}

async function take(entry: FileSystemEntry, folder: string, paths: Map<File, string>): Promise<void> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
  if (isFolder(entry)) {
    for (const inside of await listOf(entry)) await take(inside, path, paths);
  } else if (isFile(entry)) {
    paths.set(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), path);
    if (paths.size > MOST_DROPPED_FILES) throw new TooManyFiles();
  }
}

/** The browser tells of a folder in portions, until one is empty. */
async function listOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) break;
    all.push(...portion);
  }
  return all.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
