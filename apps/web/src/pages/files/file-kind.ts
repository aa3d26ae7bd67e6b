/** How a file can be looked at before it is downloaded. */
export type FileKind = 'picture' | 'video' | 'sound' | 'pdf' | 'table' | 'text';

const KINDS: Readonly<Record<FileKind, readonly string[]>> = {
  picture: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp'],
  video: ['mp4', 'm4v', 'webm'],
  sound: ['mp3', 'wav', 'ogg', 'm4a'],
  pdf: ['pdf'],
  table: ['csv', 'tsv'],
  text: ['txt', 'log', 'json', 'md', 'xml', 'yaml', 'yml', 'ini', 'conf', 'html', 'svg'],
};

/** By the ending of its name; undefined: it is only downloaded. SVG and HTML are shown as the text that they are. */
export function kindOf(filename: string): FileKind | undefined {
  const ending = /\.(\w{1,8})$/.exec(filename)?.[1]?.toLowerCase();
  if (ending === undefined) return undefined;
  return (Object.keys(KINDS) as FileKind[]).find((kind) => KINDS[kind].includes(ending));
}

/** The last part of a name with folders. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
