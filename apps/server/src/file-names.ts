import { files } from '@telltale/contract';
import { storableText } from '#names.ts';

/** What a client calls a file, as it is kept: the last part of a path, without control characters, of bounded length. */
export function cleanFilename(name: string | undefined): string {
  const last = storableText(name ?? '')
    .split(/[/\\]/)
    .at(-1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go
  const plain = (last ?? '').replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '').trim();
  if (plain === '' || plain === '.' || plain === '..') return 'file';
  if (plain.length <= files.MAX_FILENAME_LENGTH) return plain;
  const ending = /\.[^.]{1,20}$/.exec(plain)?.[0] ?? '';
  return `${plain.slice(0, files.MAX_FILENAME_LENGTH - ending.length)}${ending}`.toWellFormed();
}

/** The header that has a browser save a file under its name whatever is in it [RFC 6266, RFC 8187]. */
export function attachmentHeader(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
