import { files, withoutHidden } from '@telltale/contract';
import { storableText } from '#names.ts';

/** What a client calls a file, as it is kept: the last part of a path, without what cannot be seen, of bounded length. */
export function cleanFilename(name: string | undefined): string {
  const last = storableText(name ?? '')
    .split(/[/\\]/)
    .at(-1);
  const plain = withoutHidden(last ?? '').trim();
  if (plain === '' || plain === '.' || plain === '..') return 'file';
  if (plain.length <= files.MAX_FILENAME_LENGTH) return plain;
  const ending = /\.[^.]{1,20}$/.exec(plain)?.[0] ?? '';
  return `${plain.slice(0, files.MAX_FILENAME_LENGTH - ending.length)}${ending}`.toWellFormed();
}

/**
 * A name with the folders that it lies in, `logs/may/7.csv`: each part as `cleanFilename` keeps one, none of them leads
 * anywhere else, and the whole is of bounded length.
 */
export function cleanFilePath(path: string | undefined): string {
  const parts = storableText(path ?? '')
    .split(/[/\\]/)
    .filter((part) => !['', '.', '..'].includes(part.trim()))
    .map(cleanFilename);
  while (parts.length > 1 && parts.join('/').length > files.MAX_FILE_PATH_LENGTH) parts.shift();
  return parts.length === 0 ? 'file' : parts.join('/');
}

/** The header that has a browser save a file under its name whatever is in it [RFC 6266, RFC 8187]. */
export function attachmentHeader(path: string): string {
  const filename = path.split('/').at(-1) ?? path;
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
