/** A text is no expression, or none that can be evaluated; the message names position and reason and is safe to show. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** Characters before the place, from 0. */
  readonly position: number;
  readonly reason: string;

  constructor(position: number, reason: string) {
    super(`At character ${position + 1}: ${reason}`);
    this.position = position;
    this.reason = reason;
  }
}
