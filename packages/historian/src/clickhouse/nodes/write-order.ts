import { fileOf, versionOf } from '../staging/versions.ts';

/** What the processes that write have agreed on. */
export interface AgreedOrder {
  /** The version of the first place. */
  base: number;
  /** The last place that was taken. */
  last: number;
}

/**
 * In which order several processes write: what stands later in it wins, whoever writes it and however late it comes. What
 * is written again at its own place changes nothing.
 */
export interface WriteOrder {
  /**
   * Agrees with the others on the version of the first place.
   * @param choose from what was agreed before, if anything was; asked again when another process has agreed meanwhile
   */
  agree(choose: (agreed: AgreedOrder | undefined) => number): Promise<number>;
  /**
   * Takes the next place.
   * @throws Error when this process may write nothing any more, or the order cannot be asked now
   */
  take(): Promise<number>;
}

/** What was agreed stays, unless somebody else has written there since: versions of the order are above all others. */
export function baseAbove(usedFile: number): (agreed: AgreedOrder | undefined) => number {
  return (agreed) =>
    agreed !== undefined && fileOf(agreed.base + agreed.last) >= usedFile ? agreed.base : versionOf(usedFile + 1, 0);
}
