/** How far jobs are that are under way, as whoever carries them out says. */
export class JobProgress<Share> {
  readonly #shares = new Map<string, Share>();

  note(jobId: string, share: Share): void {
    this.#shares.set(jobId, share);
  }

  /** It is under way no longer. */
  end(jobId: string): void {
    this.#shares.delete(jobId);
  }

  /** Undefined: it is not under way, or nobody has said anything yet. */
  of(jobId: string): Share | undefined {
    return this.#shares.get(jobId);
  }
}
