import { splitTokens } from '#tiles/shared/rich-text/tokens.ts';

/** The current text for a path of a substitution; '' where it stands for nothing. */
export type ReadPathText = (path: string) => string;

/** Where a value goes decides what it must not be able to end. */
type Place = 'url' | 'header' | 'json' | 'text';

const escapes: Record<Place, (text: string) => string> = {
  url: encodeURIComponent,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what would end a header
  header: (text) => text.replace(/[\u0000-\u001f\u007f]/g, ' '),
  json: (text) => JSON.stringify(text).slice(1, -1),
  text: (text) => text,
};

/** A text with its substitutions filled in, each escaped for its place. */
export function fillTemplate(template: string, place: Place, read: ReadPathText): string {
  const escaped = escapes[place];
  return splitTokens(template)
    .map((part) => (part.kind === 'plain' ? part.text : escaped(read(part.path))))
    .join('');
}

/** Whether a body's values must be written as JSON strings are. */
export function placeOfBody(body: string): Place {
  return /^\s*[{[]/.test(body) ? 'json' : 'text';
}
