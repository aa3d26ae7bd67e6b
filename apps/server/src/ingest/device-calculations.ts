import type { Commit } from './commit.ts';

/** What is calculated of the values of one device. */
export interface DeviceCalculations {
  /**
   * Adds what is calculated of a message to the commit that the message goes down with: both are on disk, or neither.
   * @param from the place of the message's first point in the commit; it has all that stand behind it
   * @param historical places of points that are stored and never current
   * @param receivedMs the server's clock when it came in
   */
  take(commit: Commit, from: number, historical: ReadonlySet<number> | undefined, receivedMs: number): void;
}
