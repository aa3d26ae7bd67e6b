import { Histogram, type Registry } from 'prom-client';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface CallTime {
  /** Method and path. */
  call: string;
  count: number;
  meanMs: number;
  p95Ms: number;
}

/** How long each call took until its answer began: what follows of a large one is the reader's pace. */
export class CallTimes {
  readonly #histogram: Histogram<'call'>;

  constructor(metrics: Registry) {
    this.#histogram = new Histogram({
      name: 'telltale_http_answer_seconds',
      help: 'Until the answer to a call began, by call',
      labelNames: ['call'],
      buckets: BUCKETS_S,
      registers: [metrics],
    });
  }

  note(call: string, ms: number): void {
    this.#histogram.observe({ call }, ms / 1_000);
  }

  /** Those that take longest, by the time that 95 of 100 stay under. */
  async slowest(most: number): Promise<CallTime[]> {
    const { values } = await this.#histogram.get();
    const byCall = new Map<string, { sum: number; count: number; buckets: [number, number][] }>();
    for (const { labels, metricName, value } of values) {
      const call = String(labels.call);
      const entry = byCall.get(call) ?? { sum: 0, count: 0, buckets: [] };
      byCall.set(call, entry);
      if (metricName?.endsWith('_sum')) entry.sum = value;
      else if (metricName?.endsWith('_count')) entry.count = value;
      else entry.buckets.push([Number((labels as { le?: string | number }).le), value]);
    }
    return [...byCall]
      .map(([call, { sum, count, buckets }]) => ({
        call,
        count,
        meanMs: (1_000 * sum) / count,
        p95Ms: 1_000 * quantileOf(buckets, 0.95 * count),
      }))
      .toSorted((a, b) => b.p95Ms - a.p95Ms || b.meanMs - a.meanMs)
      .slice(0, most);
  }
}

/**
 * Where a share of what was counted lies, by a straight line through its bucket.
 * @param buckets upper bounds and how many are below each; the last bound may be infinite
 */
function quantileOf(buckets: readonly [bound: number, below: number][], wanted: number): number {
  let [lower, before] = [0, 0];
  for (const [bound, below] of buckets.toSorted(([a], [b]) => a - b)) {
    if (below >= wanted) {
      return Number.isFinite(bound) ? lower + ((bound - lower) * (wanted - before)) / (below - before) : lower;
    }
    [lower, before] = [bound, below];
  }
  return lower;
}
