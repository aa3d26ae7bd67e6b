/** What nodemailer says of a mail that was not taken. */
interface SmtpError {
  command?: string;
  responseCode?: number;
  /** The line of the mail server. */
  response?: string;
}

const FIRST_PERMANENT = 500;
const MOST_SAID = 300;

/**
 * What a mail server says of an address for which it will never take mails.
 * @param error as nodemailer throws it
 * @returns undefined where something else was wrong, which may pass
 */
export function refusedAddress(error: unknown): string | undefined {
  const { command, responseCode, response } = error as SmtpError;
  if (command !== 'RCPT TO' || responseCode === undefined || responseCode < FIRST_PERMANENT) return undefined;
  const line = (response ?? String(responseCode)).replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > MOST_SAID ? `${line.slice(0, MOST_SAID)}…` : line;
}
