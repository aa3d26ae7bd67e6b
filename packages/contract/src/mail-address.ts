import { z } from 'zod';

/** The longest address that a mail server takes (RFC 5321 §4.5.3.1.3, erratum 1690). */
const MAX_ADDRESS_LENGTH = 254;

/**
 * One address to send mail to, as it stands: no name beside it, no second one, no blank or control character, a domain of
 * at least two parts, ASCII only (a name in other letters is written as its `xn--` form before the last part). Every
 * border that takes an address asks this.
 */
export const mailAddressSchema = z.email('must be one mail address').max(MAX_ADDRESS_LENGTH);

export function isMailAddress(text: string): boolean {
  return mailAddressSchema.safeParse(text).success;
}
