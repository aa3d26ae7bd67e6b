/** The cluster cannot be used; the text says what to do. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

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
