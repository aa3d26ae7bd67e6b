import type { Action } from '#actions/action.ts';

type Offer = Omit<Action, 'group'> & { isOffered: boolean };

/** Only what the user can do is offered at all; what makes no sense right now is shown disabled. */
export function offered({ isOffered, ...action }: Offer): Action[] {
  return isOffered ? [{ ...action, group: 'Dashboard' }] : [];
}
