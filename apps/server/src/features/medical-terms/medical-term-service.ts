import { medicalTerms } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { nameKey } from '#names.ts';
import { termsOfAnswer } from './term-answer.ts';
import type { TermList } from './term-list.ts';

type Kind = medicalTerms.MedicalTermKind;

/** A service that feeds.json names; `private`: it may lie in a private network. */
export interface LookupSource {
  readonly url: string;
  readonly private?: boolean | undefined;
}

export interface MedicalTermOptions {
  readonly sources: Readonly<Partial<Record<Kind, LookupSource | undefined>>>;
  readonly list: TermList;
  /** Asks a service; rejects when it does not answer in time, or may not be reached. */
  readonly get: (url: string, isPrivate: boolean) => Promise<{ status: number; text: string }>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Known {
  readonly terms: readonly string[];
  readonly atMs: number;
}

const FRESH_MS = 3_600_000;
const MOST_KNOWN = 500;
/** A service that failed is left alone for so long. */
const PAUSE_MS = 60_000;
const MOST_AT_ONCE = 8;

/**
 * Suggests names while somebody writes: those of the lookup service where feeds.json names one, and else, or while that
 * does not answer, those of the list. What is typed about a patient goes to that service alone, and into no log.
 */
export class MedicalTermService {
  readonly #options: MedicalTermOptions;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, Promise<readonly string[]>>();
  readonly #pausedUntilMs = new Map<Kind, number>();

  constructor(options: MedicalTermOptions) {
    this.#options = options;
  }

  async find(kind: Kind, text: string): Promise<{ terms: string[]; from: 'service' | 'list' }> {
    const answered = await this.#ofService(kind, nameKey(text));
    if (answered !== undefined) return { terms: [...answered], from: 'service' };
    return { terms: this.#options.list.find(kind, text), from: 'list' };
  }

  /** Undefined: there is no such service, or it does not answer. */
  async #ofService(kind: Kind, typed: string): Promise<readonly string[] | undefined> {
    const source = this.#options.sources[kind];
    if (source === undefined) return undefined;
    const key = `${kind} ${typed}`;
    const known = this.#known.get(key);
    const nowMs = this.#options.clock.now();
    if (known !== undefined && nowMs - known.atMs < FRESH_MS) return known.terms;
    if (nowMs < (this.#pausedUntilMs.get(kind) ?? 0)) return known?.terms;
    if (!this.#asking.has(key) && this.#asking.size >= MOST_AT_ONCE) return known?.terms;
    const asking = this.#asking.get(key) ?? this.#ask(source, typed);
    this.#asking.set(key, asking);
    try {
      const terms = await asking;
      this.#remember(key, { terms, atMs: this.#options.clock.now() });
      return terms;
    } catch (error) {
      this.#pause(kind, source, error);
      return known?.terms;
    } finally {
      this.#asking.delete(key);
    }
  }

  async #ask({ url, private: isPrivate = false }: LookupSource, typed: string): Promise<readonly string[]> {
    const address = new URL(url);
    address.searchParams.set('terms', typed);
    if (!address.searchParams.has('maxList')) address.searchParams.set('maxList', String(medicalTerms.MAX_TERMS));
    const { status, text } = await this.#options.get(address.href, isPrivate);
    if (status !== 200) throw new Error(`it answered ${status}`);
    return termsOfAnswer(text);
  }

  #remember(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size <= MOST_KNOWN) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /** Of what went wrong the log has the kind alone: a message might quote what was asked or answered. */
  #pause(kind: Kind, { url }: LookupSource, error: unknown): void {
    const nowMs = this.#options.clock.now();
    const isPaused = nowMs < (this.#pausedUntilMs.get(kind) ?? 0);
    this.#pausedUntilMs.set(kind, nowMs + PAUSE_MS);
    if (isPaused) return;
    const reason = error instanceof Error ? error.name : typeof error;
    this.#options.log.warn(
      { kind, host: new URL(url).host, reason },
      'a lookup service does not answer; the list does',
    );
  }
}
