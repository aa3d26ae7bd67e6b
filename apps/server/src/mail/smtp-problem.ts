/** What nodemailer says of a mail that was not taken. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  /** The line of the mail server. */
  response?: string;
}

export interface SmtpProblem {
  /** What the mail server said; undefined: it did not answer. */
  readonly said: string | undefined;
  /** There is nobody at this address: it will never be taken. */
  readonly isRefused: boolean;
  /** It is not the mail's fault, and the next one would fare no better. */
  readonly isDown: boolean;
}

const FIRST_PERMANENT = 500;
const MOST_SAID = 300;

/**
 * Why a mail was not taken, and what follows.
 * @param error as nodemailer throws it
 */
export function smtpProblem(error: unknown): SmtpProblem {
  const { code, command, responseCode, response } = error as SmtpError;
  // Said of the recipient or the text, it is of this mail; anything else is of the server.
  const isOfMail = responseCode !== undefined && (command === 'RCPT TO' || command === 'DATA');
  // Nobody was asked: there is no address in what was given for one.
  const isNoAddress = code === 'EENVELOPE' && responseCode === undefined;
  return {
    said: responseCode === undefined ? undefined : lineOf(response ?? String(responseCode)),
    isRefused: isNoAddress || (command === 'RCPT TO' && responseCode !== undefined && responseCode >= FIRST_PERMANENT),
    isDown: !isOfMail && !isNoAddress,
  };
}

function lineOf(response: string): string {
  const said = response.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return said.length > MOST_SAID ? `${said.slice(0, MOST_SAID)}…` : said;
}
