import fc from 'fast-check';

/** Of the time a test has: the rest is for the run that is under way then. */
const SHARE = 0.8;

/**
 * How often a property of an engine is tried, and for how long: a search for the smallest example of what failed ends in
 * time to be told, where a test that is given up tells nothing and goes on beside those that follow.
 */
export function runsWithin(timeoutMs: number) {
  return {
    numRuns: Number(process.env.TELLTALE_HISTORY_RUNS ?? 12),
    plugins: [fc.interruptAfterTimeLimit(SHARE * timeoutMs, { failOnInterrupt: true })],
  };
}
