/** A login, or a proof made anew, counts as fresh for so long (spec 3 §14). */
export const PROOF_MS = 600_000;

/** Refusals of a call that leads to an account: it was made with an API token; its session has to prove anew who it is. */
export const SESSION_NEEDED = 'session-needed';
export const PROOF_NEEDED = 'proof-needed';

/** What of a request decides whether it leads to an account. */
export interface ProofInput {
  readonly query: unknown;
  readonly body: unknown;
}

/** A call of which only some requests lead to an account. */
export interface ProofRule {
  /** Which, in words. */
  readonly when: string;
  readonly asks: (input: ProofInput) => boolean;
}

/**
 * What a call that leads to an account (password, reset links, addresses, second factor, tokens, sessions) asks for, so
 * that no API token touches it. `session`: any session. `fresh`: one whose login or last proof is younger than
 * `PROOF_MS`; so do the requests of a rule.
 */
export type Proof = 'session' | 'fresh' | ProofRule;

/** Whether a request asks for a fresh proof. */
export function asksForFreshProof(proof: Proof | undefined, input: ProofInput): boolean {
  if (proof === undefined || proof === 'session') return false;
  return proof === 'fresh' || proof.asks(input);
}
