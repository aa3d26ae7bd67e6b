/**
 * What can be shown in place, by the ending of its name. No type among these can run anything: SVG, HTML and XML are
 * attachments (spec 3 §11), and text is text whatever is in it.
 */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
};

/** The type under which a file is shown in place; undefined: it is only downloaded. */
export function viewTypeOf(filename: string): string | undefined {
  const ending = /\.(\w{1,8})$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
}
