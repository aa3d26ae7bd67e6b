/** What nodemailer says of a mail that was not taken. */
interface MailFailure {
  code?: string | undefined;
  message: string;
  /** The line of the mail server. */
  response?: string | undefined;
  cause?: unknown;
}

const MOST_SAID = 300;

/**
 * Why a mail server has not taken a mail, in words for whoever set it up.
 * @param error as nodemailer throws it
 */
export function mailFailureText(error: unknown, { host, port }: { host: string; port: number }): string {
  const failure = error as MailFailure;
  const text = `${failure.message} ${String((failure.cause as Error | undefined)?.message ?? '')}`;
  const at = `${host}, port ${port}`;
  const said = failure.response ? ` The server said: ${oneLine(failure.response)}` : '';
  if (failure.code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(text)) return `There is no server named ${host}.`;
  if (/ECONNREFUSED/.test(text)) return `Nothing takes connections at ${at}.`;
  if (/EHOSTUNREACH|ENETUNREACH/.test(text)) return `There is no way from the portal to ${at}.`;
  if (failure.code === 'EAUTH') return `The server does not take this user name and password.${said}`;
  if (failure.code === 'ETLS' || /wrong version number|ssl|tls|certificate/i.test(text)) {
    return `There is no secure connection to ${at}: ${oneLine(failure.message)}`;
  }
  if (failure.code === 'ETIMEDOUT' || failure.code === 'ABORT_ERR' || /timeout|timed out|aborted/i.test(text)) {
    return `The server at ${at} did not answer in time.`;
  }
  if (failure.code === 'EENVELOPE') return `The server does not take mails from or to these addresses.${said}`;
  return `The mail was not taken: ${oneLine(failure.response ?? failure.message)}`;
}

/** What another machine wrote, as far as it is worth showing. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > MOST_SAID ? `${line.slice(0, MOST_SAID)}…` : line;
}
