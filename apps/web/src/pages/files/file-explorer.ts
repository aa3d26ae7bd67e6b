/** A page on which files of one kind are looked into. */
export interface FileExplorer {
  readonly name: string;
  readonly address: string;
}

/** Where such a file is looked into; undefined: it is of no kind that has a page of its own, or the user may not open that. */
export function explorerOf(
  { filename, fileId }: { filename: string; fileId: number },
  isAdministrator: boolean,
): FileExplorer | undefined {
  if (/\.sqlite$/i.test(filename)) return { name: 'SQLite explorer', address: `/sqlite?fileId=${fileId}` };
  if (/\.tdms$/i.test(filename) && isAdministrator) {
    return { name: 'measurement viewer', address: `/tdms-viewer?fileId=${fileId}` };
  }
  return undefined;
}
