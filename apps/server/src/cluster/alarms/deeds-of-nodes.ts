import type { AssetId } from '@telltale/contract';
import type { AlarmDeed, AlarmDeeds, DeedOutcome } from '#features/alarms/acting/alarm-deeds.ts';
import { HttpError } from '#http/errors.ts';
import { pause } from '#pause.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { AskError } from '../connection/cluster-error.ts';
import type { NodeRun } from '../partitions/cluster-nodes.ts';

export interface DeedsOfNodesOptions {
  connection: ClusterConnection;
  /** Of this run of the node. */
  run: string;
  /** In this node's own book. */
  here: AlarmDeeds;
  /** Whether the alarms of an asset are evaluated here now. */
  isHere: (assetId: AssetId) => boolean;
  /** Who is to evaluate them, as far as that is known. */
  ownerOf: (assetId: AssetId) => NodeRun | undefined;
  /** Resolves when what other nodes have told so far is followed. */
  followed: () => Promise<void>;
  /** So long is waited for an owner, ms. */
  patienceMs?: number;
}

/** The owner did it, or it is not the owner any more, or not yet. */
type Answer = { outcomes: DeedOutcome[] } | { moved: true };

const SUBJECT = 'telltale.alarms.deeds';
/** Taking over the partitions of a dead node takes less than ten seconds. */
const PATIENCE_MS = 12_000;
const ANSWER_MS = 8_000;
const AGAIN_MS = 100;

/**
 * Does things with alarms where they are evaluated. What did not reach an owner is asked again of the next one; what may have
 * reached it is not, so that nothing is done twice.
 */
export class DeedsOfNodes implements AlarmDeeds {
  readonly #options: DeedsOfNodesOptions;
  readonly #closing = new AbortController();
  #end: (() => void) | undefined;

  constructor(options: DeedsOfNodesOptions) {
    this.#options = options;
  }

  /** Answers what other nodes ask of this one from now on. */
  start(): void {
    const { connection, run } = this.#options;
    this.#end = connection.answer(`${SUBJECT}.${run}`, (data) => this.#answer(data as AlarmDeed));
  }

  close(): void {
    this.#closing.abort();
    this.#end?.();
  }

  /** @throws HttpError 503 when one of the owners does not answer; what concerns others is done all the same */
  async do(deed: AlarmDeed): Promise<DeedOutcome[]> {
    const outcomes = new Array<DeedOutcome>(deed.alarms.length);
    const giveUpMs = performance.now() + (this.#options.patienceMs ?? PATIENCE_MS);
    let left = deed.alarms.map((_, place) => place);
    while (left.length > 0) {
      const byOwner = Map.groupBy(left, (place) => this.#runOf(deed.alarms[place]?.assetId as AssetId));
      const done = await Promise.all(
        [...byOwner].map(async ([run, places]) => {
          const part = { ...deed, alarms: places.flatMap((place) => deed.alarms[place] ?? []) };
          const found = run === undefined ? undefined : await this.#doAt(run, part, performance.now() < giveUpMs);
          for (const [n, place] of places.entries()) {
            if (found?.[n]) outcomes[place] = found[n];
          }
          return found === undefined ? places : [];
        }),
      );
      left = done.flat();
      if (left.length === 0) break;
      if (performance.now() >= giveUpMs || this.#closing.signal.aborted)
        throw new HttpError(503, 'busy', 'No node evaluates these alarms at this moment.');
      await pause(AGAIN_MS, this.#closing.signal);
    }
    // What the owners have told of it was sent before their answers.
    await this.#options.followed();
    return outcomes;
  }

  #runOf(assetId: AssetId): string | undefined {
    const { isHere, ownerOf, run } = this.#options;
    if (isHere(assetId)) return run;
    const owner = ownerOf(assetId)?.run;
    return owner === run ? undefined : owner;
  }

  /** Undefined: it did not reach one that evaluates them. */
  async #doAt(run: string, deed: AlarmDeed, mayTryAgain: boolean): Promise<DeedOutcome[] | undefined> {
    const { connection, here } = this.#options;
    if (run === this.#options.run) return here.do(deed);
    try {
      const answer = await connection.ask<Answer>(`${SUBJECT}.${run}`, deed, { timeoutMs: ANSWER_MS });
      return 'outcomes' in answer ? answer.outcomes : undefined;
    } catch (error) {
      if (mayTryAgain && error instanceof AskError && error.isUnheard) return undefined;
      if (error instanceof AskError) throw new HttpError(error.status, 'busy', error.message, { cause: error });
      throw error;
    }
  }

  async #answer(deed: AlarmDeed): Promise<Answer> {
    const { here, isHere } = this.#options;
    if (!deed.alarms.every(({ assetId }) => isHere(assetId))) return { moved: true };
    return { outcomes: await here.do(deed) };
  }
}
