import type { manyUsers } from '@telltale/contract';

export interface MailResult {
  readonly userId: number;
  readonly username: string;
  readonly outcome: manyUsers.MailOutcome;
}

/** What became of a reset mail, in words. */
export const mailOutcomeWords: Readonly<Record<manyUsers.MailOutcome, string>> = {
  sent: 'The mail server took it.',
  written: 'The portal has no mail server: the mail lies in the folder outbox of its data.',
  waiting: 'The mail server has not taken it yet. It is tried again for a minute.',
  failed: 'The mail server did not take it.',
  'no-address':
    'Not sent: neither the user name nor an alternative address is a mail address. Hand over the reset link.',
  above: 'Not sent: this user may do or see more than you.',
  external: 'Not sent: this user logs in with the identity provider, and has no password.',
};

export const isSent = ({ outcome }: Pick<MailResult, 'outcome'>): boolean => outcome === 'sent';

/** The user was sent a link, or will be unless the mail server stays away. */
export const isOnItsWay = (outcome: manyUsers.MailOutcome): boolean => !NOT_SENT.has(outcome);

const NOT_SENT: ReadonlySet<manyUsers.MailOutcome> = new Set(['no-address', 'above', 'external']);

/** What became of several mails in a sentence. */
export function summaryOfMails(results: readonly MailResult[]): string {
  const sent = results.filter(isSent).length;
  const [first] = results;
  if (results.length === 1 && first) {
    return isSent(first)
      ? `The password reset email for ${first.username} was sent.`
      : `${first.username}: ${mailOutcomeWords[first.outcome]}`;
  }
  const rest = results.length - sent;
  const sentence = `${sent.toLocaleString('en')} of ${results.length.toLocaleString('en')} password reset emails were sent.`;
  return rest === 0 ? sentence : `${sentence} ${rest.toLocaleString('en')} were not, as said below.`;
}
