import type { manyUsers } from '@telltale/contract';
import { mailOutcomeWords } from '#pages/administration/mail-outcomes.ts';

/** How links reach their users: by mail, or by whoever shows them. */
export type LinkWay = 'mail' | 'show';

type Look = Pick<manyUsers.UserLink, 'outcome' | 'hasAddress'>;

/** Whether a user gets a link in this way. */
export const getsLink = ({ outcome, hasAddress }: Look, way: LinkWay): boolean =>
  outcome === 'link' && (way === 'show' || hasAddress);

const words: Readonly<Record<Exclude<manyUsers.LinkOutcome, 'link'>, string>> = {
  gone: 'None: removed meanwhile, or out of your sight.',
  above: 'None: this user may do or see more than you.',
  external: 'None: logs in with the identity provider, and has no password.',
};

/** What becomes of a user, in words. */
export function wordsOf(look: Look, way: LinkWay): string {
  if (look.outcome !== 'link') return words[look.outcome];
  if (way === 'show') return 'Gets a link.';
  return look.hasAddress ? 'Gets a mail.' : mailOutcomeWords['no-address'];
}
