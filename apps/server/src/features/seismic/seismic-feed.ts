import type { EpochMs, seismic } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { FeedProblem } from './feed-problem.ts';
import { type FeedQuestion, type FeedReply, type FeedSource, questionOf } from './feed-source.ts';
import { readAnswer } from './large-answer.ts';
import type { FeedAnswer, SeismicFeedRepository } from './seismic-feed-repository.ts';

export interface SeismicFeedOptions {
  readonly repository: SeismicFeedRepository;
  /** Asks a feed; rejects when it does not answer in time, or may not be reached. */
  readonly get: (question: FeedQuestion) => Promise<FeedReply>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A feed that failed is left alone for so long, or until its answer would be old anyway. */
const PAUSE_MS = 60_000;

/** One earthquake feed: asked when somebody wants to know and the last answer is old, once at a time. */
export class SeismicFeed {
  readonly source: FeedSource;
  readonly #options: SeismicFeedOptions;
  /** Undefined: it was not looked what is kept. */
  #last: { answer: FeedAnswer | undefined } | undefined;
  #problem: string | null = null;
  #askAgainMs: EpochMs = 0;
  #asking: Promise<void> | undefined;

  constructor(source: FeedSource, options: SeismicFeedOptions) {
    this.source = source;
    this.#options = options;
  }

  /** What it answered last, and why there is nothing newer. */
  async events(): Promise<seismic.SeismicEvents> {
    const { name, url } = this.source;
    this.#last ??= { answer: await this.#options.repository.find(name, url) };
    const fetchedMs = this.#last.answer?.fetchedMs;
    const nowMs = this.#options.clock.now();
    const isNew = fetchedMs !== undefined && nowMs - fetchedMs < this.source.seconds * 1_000;
    if (!isNew && nowMs >= this.#askAgainMs) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined;
      });
      await this.#asking;
    }
    const { answer } = this.#last;
    return {
      source: name,
      fetchedAt: answer === undefined ? null : new Date(answer.fetchedMs).toISOString(),
      problem: this.#problem,
      leftOut: answer?.leftOut ?? 0,
      events: [...(answer?.events ?? [])],
    };
  }

  async #ask(): Promise<void> {
    const { clock, log, get } = this.#options;
    try {
      const reply = await get(questionOf(this.source));
      const fetchedMs = clock.now();
      const read = await readAnswer({ source: this.source, reply, nowMs: fetchedMs });
      await this.#keep({ ...read, fetchedMs });
      this.#problem = null;
      this.#askAgainMs = 0;
    } catch (error) {
      const wasFine = this.#problem === null;
      this.#problem = wordsOf(error);
      this.#askAgainMs = clock.now() + Math.min(PAUSE_MS, this.source.seconds * 1_000);
      if (!wasFine) return;
      const { name, url } = this.source;
      log.warn({ feed: name, host: new URL(url).host, reason: this.#problem }, 'an earthquake feed gives nothing new');
    }
  }

  async #keep(answer: FeedAnswer): Promise<void> {
    const { name, url } = this.source;
    const before = this.#last?.answer;
    this.#last = { answer };
    const { repository } = this.#options;
    const isSame = before !== undefined && JSON.stringify(before.events) === JSON.stringify(answer.events);
    if (isSame && before.leftOut === answer.leftOut) await repository.touch(name, url, answer.fetchedMs);
    else await repository.save(name, url, answer);
  }
}

/** What went wrong on the way is told by its kind alone: a message may name what is behind the portal. */
function wordsOf(error: unknown): string {
  if (error instanceof FeedProblem) return error.message;
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'AbortError' || name === 'TimeoutError') return 'The feed does not answer in time.';
  if (name === 'NotReachableError')
    return 'The address of the feed is not a public one, and feeds.json does not allow it.';
  if (code?.includes('CERT') || code?.includes('SELF_SIGNED')) return 'The certificate of the feed is not trusted.';
  return 'The feed cannot be reached.';
}
