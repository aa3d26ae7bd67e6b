import type { Log } from '#config/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../../jobs/periodic-job.ts';
import type { Cluster } from '../open-cluster.ts';

const SUBJECT = 'telltale.commands';
/** What changes meanwhile goes along. */
const TOGETHER_MS = 5;
const IDS_PER_MESSAGE = 5_000;
/** So long a command may wait of which nothing was heard. */
const LOOK_EVERY_MS = 5_000;

interface Told {
  node: string;
  commandIds: readonly number[];
}

/** Who knows what waits, and is under way. */
export interface CommandFollower {
  follow(commandIds: readonly number[]): Promise<void>;
  followAll(): Promise<void>;
}

/**
 * Has every node know what became of commands at the others. The record is in the database, and what changes its state names
 * the state before, so of two nodes one does it; a message only says which are to be looked at again. One that is lost is
 * made good by looking at all that is open, some seconds later.
 */
export class SharedCommands {
  readonly #cluster: Pick<Cluster, 'connection' | 'nodes'>;
  readonly #log: Log;
  #changed = new Set<number>();
  #telling: NodeJS.Timeout | undefined;
  #looking: PeriodicJob | undefined;
  #end: () => void = () => undefined;

  constructor(cluster: Pick<Cluster, 'connection' | 'nodes'>, log: Log) {
    this.#cluster = cluster;
    this.#log = log;
  }

  /** The state of a command was changed here. */
  readonly changed = (commandId: number): void => {
    this.#changed.add(commandId);
    this.#telling ??= setTimeout(() => this.#tell(), TOGETHER_MS);
  };

  start(follower: CommandFollower): void {
    const { connection, nodes } = this.#cluster;
    this.#end = connection.subscribe(SUBJECT, (data) => {
      const { node, commandIds } = data as Told;
      return node === nodes.me.id ? undefined : follower.follow(commandIds);
    });
    this.#looking = startPeriodicJob('look for commands that were not heard of', LOOK_EVERY_MS, this.#log, () =>
      follower.followAll(),
    );
  }

  async close(): Promise<void> {
    this.#end();
    this.#tell();
    await this.#looking?.stop();
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    const all = [...this.#changed];
    this.#changed = new Set();
    const { connection, nodes } = this.#cluster;
    for (let first = 0; first < all.length; first += IDS_PER_MESSAGE) {
      const commandIds = all.slice(first, first + IDS_PER_MESSAGE);
      connection.publish(SUBJECT, { node: nodes.me.id, commandIds } satisfies Told);
    }
  }
}
