import { z } from 'zod';

/**
 * What no name holds: line ends and other control characters, which forge lines of logs, mails and files; halves of characters, which no
 * database stores; and what cannot be seen, by which two names look the same or read backwards. The joiners U+200C and U+200D stay: words
 * of several scripts, and faces, are written with them.
 */
const NOT_IN_NAMES =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;
const ALL_NOT_IN_NAMES = new RegExp(NOT_IN_NAMES, 'gu');

/** Said of a name after the name of its field. */
export const NAME_FAULT = 'must not hold control characters or others that cannot be seen';

/** Whether a text may be a name: one line of characters that can be seen. */
export function isPlainName(text: string): boolean {
  return !NOT_IN_NAMES.test(text);
}

/** A name of something that is there already, such as a file, without what no name holds, or with something else in its place. */
export function withoutHidden(text: string, instead = ''): string {
  return text.replaceAll(ALL_NOT_IN_NAMES, instead);
}

/** A field that names something; may be empty. White space around it is cut off. */
export function nameText(most = 255) {
  return z.string().trim().max(most).refine(isPlainName, NAME_FAULT);
}

/** A field that names something, and is not empty. */
export function requiredName(most = 255) {
  return z.string().trim().min(1).max(most).refine(isPlainName, NAME_FAULT);
}
