import { randomInt } from 'node:crypto';

const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Without i, l, o and u, which are read as others (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 80 random bits, as `xxxx-xxxx-xxxx-xxxx`: enough that a plain hash cannot be turned back. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, randomGroup).join('-'));
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A code as somebody typed it, in the form in which it was made; undefined when it cannot be one. */
export function readRecoveryCode(text: string): string | undefined {
  const letters = text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  if (letters.length !== GROUPS * GROUP_LENGTH || [...letters].some((letter) => !ALPHABET.includes(letter))) {
    return undefined;
  }
  return (letters.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}
