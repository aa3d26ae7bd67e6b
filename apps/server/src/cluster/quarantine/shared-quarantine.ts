import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { Quarantine, SOURCES_PER_SAVE } from '#ingest/quarantine/quarantine.ts';
import type { QuarantineRepository, QuarantineSource } from '#ingest/quarantine/quarantine-repository.ts';
import type { Cluster } from '../open-cluster.ts';

const SUBJECT = 'telltale.quarantine';
const ANSWER_MS = 2_000;

/** Null: of nobody in particular. */
interface Question {
  source: QuarantineSource | null;
}

/** What devices sent to any node and could not be stored: each node writes down what came to it, at once when another asks. */
export class SharedQuarantine extends Quarantine {
  readonly #cluster: Pick<Cluster, 'connection' | 'nodes'>;
  readonly #others: Log;
  #end: (() => void) | undefined;

  constructor(
    cluster: Pick<Cluster, 'connection' | 'nodes'>,
    repository: QuarantineRepository,
    clock: Clock,
    log: Log,
  ) {
    super(repository, clock, log);
    this.#cluster = cluster;
    this.#others = log;
  }

  override start(): void {
    const { connection, nodes } = this.#cluster;
    this.#end = connection.answer(`${SUBJECT}.${nodes.me.id}`, async (data) => {
      const { source } = data as Question;
      if (source === null) {
        await this.save(SOURCES_PER_SAVE);
        return 0;
      }
      await this.save();
      return this.countOf(source);
    });
    super.start();
  }

  override async close(): Promise<void> {
    this.#end?.();
    await super.close();
  }

  override async saveEverywhere(): Promise<void> {
    await Promise.all([super.saveEverywhere(), this.#ask(null)]);
  }

  override async countEverywhere(source: QuarantineSource): Promise<number> {
    const [, ofOthers] = await Promise.all([this.save(), this.#ask(source)]);
    return this.countOf(source) + ofOthers;
  }

  /** A node that does not answer is passed over: it is about to leave, and what it has not written is lost with it. */
  async #ask(source: QuarantineSource | null): Promise<number> {
    const { connection, nodes } = this.#cluster;
    const counts = nodes.others.serving().map(({ id, name }) =>
      connection
        .ask<number>(`${SUBJECT}.${id}`, { source } satisfies Question, { timeoutMs: ANSWER_MS })
        .catch((error: unknown) => {
          this.#others.warn({ err: error, node: name }, 'what a node has set aside is not shown');
          return 0;
        }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }
}
