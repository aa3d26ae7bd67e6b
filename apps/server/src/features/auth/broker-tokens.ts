import { createHmac } from 'node:crypto';

/**
 * The broker token of a session is derived from its token: the session check can answer it again although neither is
 * stored, and nobody gets from it back to the session.
 */
export function brokerTokenOf(token: string): string {
  return createHmac('sha256', token).update('telltale live hub').digest('base64url');
}

/** The broker token of a view: derived from the session's too, so that who only learns the view's id has none. */
export function viewTokenOf(token: string, viewId: string): string {
  return createHmac('sha256', token).update(`telltale live hub of view ${viewId}`).digest('base64url');
}
