import { isMailAddress, isPlainName, NAME_FAULT } from '@telltale/contract';
import { badRequest } from '#http/errors.ts';
import { storableText } from '#names.ts';

/** Two names that differ only by case, width or surrounding space are one account. Any text at all may be asked for. */
export function usernameKey(username: string): string {
  return storableText(username).normalize('NFKC').trim().toLowerCase();
}

const MAX_USERNAME_LENGTH = 255;

/** @throws HttpError 400 for a name that is none */
export function readUsername(text: string): string {
  const username = text.normalize('NFC').trim();
  // A colon would end the name in a Basic header; control characters would forge log lines (guarantees G13).
  if (username === '' || username.length > MAX_USERNAME_LENGTH || username.includes(':')) {
    throw badRequest('The user name must have 1 to 255 characters, without a colon.');
  }
  if (!isPlainName(username)) throw badRequest(`The user name ${NAME_FAULT}.`, { field: 'username' });
  // Mails go to a name that is an address: what looks like one has to be one.
  if (username.includes('@') && !isMailAddress(username)) {
    throw badRequest('A user name with an @ must be one mail address.', { field: 'username' });
  }
  return username;
}
