import { errors } from '@nats-io/transport-node';

/** So many servers keep what JetStream has, where they are a cluster. */
export const COPIES = 3;

/** The cluster cannot be used; the text says what to do. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

/** The servers refuse who the portal says that it is: so it is until somebody changes that. */
export class ClusterRefusedError extends ClusterError {}

/** What another node answered instead of what it was asked for, or that it did not answer. */
export class AskError extends Error {
  override readonly name = 'AskError';
  /** As of the HTTP answer that it leads to; 503: nobody answered, and whether it was done is not known. */
  readonly status: number;
  /** There is nobody whom it could have reached: it was not done. */
  readonly isUnheard: boolean;

  constructor(message: string, status: number, options: ErrorOptions & { isUnheard?: boolean } = {}) {
    super(message, options);
    this.status = status;
    this.isUnheard = options.isUnheard ?? false;
  }
}

/** In one line for whoever runs the servers. */
export function whyNoJetStream(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof errors.TimeoutError || /no responders|unavailable|timeout/i.test(reason)) {
    return 'JetStream does not answer: a majority of the NATS servers has to run.';
  }
  if (/no suitable peers|insufficient/i.test(reason)) {
    return `JetStream needs ${COPIES} NATS servers with room in their cluster, or a single one: ${reason}.`;
  }
  return `JetStream cannot be used: ${reason}.`;
}
