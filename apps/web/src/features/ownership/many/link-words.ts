import type { manyUsers } from '@telltale/contract';

/** How links reach their users: by mail, or by whoever shows them. */
export type LinkWay = 'mail' | 'show';

type Look = Pick<manyUsers.UserLink, 'outcome' | 'hasAddress'>;
type WhyNone = Exclude<manyUsers.LinkOutcome, 'link'> | 'no-address';

/** Why a user gets no link in this way; undefined for who gets one. */
export function whyNone({ outcome, hasAddress }: Look, way: LinkWay): WhyNone | undefined {
  if (outcome !== 'link') return outcome;
  return way === 'mail' && !hasAddress ? 'no-address' : undefined;
}

export const getsLink = (look: Look, way: LinkWay): boolean => whyNone(look, way) === undefined;

/** In a column that phones show, too. */
export const shortWhy: Readonly<Record<WhyNone, string>> = {
  gone: 'None: gone',
  above: 'None: above you',
  external: 'None: other login',
  'no-address': 'None: no address',
};

/** What the short words mean. */
export const longWhy: Readonly<Record<WhyNone, string>> = {
  gone: 'Gone: removed meanwhile, or out of your sight.',
  above: 'Above you: may do or see more than you.',
  external: 'Other login: logs in with the identity provider, and has no password.',
  'no-address':
    'No address: neither the user name nor an alternative address is a mail address. Show the link instead.',
};
