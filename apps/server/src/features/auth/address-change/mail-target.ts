import { isMailAddress } from '@telltale/contract';

/** Where mails of an account go: the alternative address, else the user name where it is one; undefined: nowhere. */
export function mailTargetOf(username: string, altEmail: string): string | undefined {
  return [altEmail, username].find(isMailAddress);
}
