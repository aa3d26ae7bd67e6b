import { asksForFreshProof, type Call, PROOF_NEEDED, type ProofInput, SESSION_NEEDED } from '@telltale/contract';
import type { Caller } from './caller.ts';
import { HttpError } from './errors.ts';

/**
 * Keeps what leads to an account from API tokens and from sessions that were left open (spec 3 §14).
 * @param input undefined: not read yet; then only what the row says of every request is asked for
 * @throws HttpError 403 with a code that the client knows
 */
export function checkProof({ proof }: Call, caller: Caller | undefined, input?: ProofInput): void {
  if (proof === undefined || !caller) return;
  const isRule = typeof proof === 'object';
  const asksForFresh = isRule ? input !== undefined && asksForFreshProof(proof, input) : proof === 'fresh';
  if (isRule && !asksForFresh) return;
  if (caller.proof === 'token') {
    throw new HttpError(403, SESSION_NEEDED, 'An API token does not lead to an account. Log in for this.');
  }
  if (asksForFresh && caller.proof !== 'fresh') {
    throw new HttpError(403, PROOF_NEEDED, 'Confirm that it is you: your login is older than ten minutes.');
  }
}
