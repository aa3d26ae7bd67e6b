import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, sql } from 'kysely';
import type { Log } from '#config/log.ts';
import { Turns } from '#db/dialects/turns.ts';
import type { Database } from '#db/schema.ts';
import type { Told, UnitSharing } from '#db/unit-sharing.ts';
import type { Topic } from '#news/topic.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import type { NodeRegistry } from '../nodes/node-registry.ts';

const WAKE = 'telltale.news';
const ROWS_PER_READ = 100;
const ROW_CHARACTERS = 60_000;
/** A node that has not followed for so long answers nothing until it has. */
const BEHIND_MS = 2_000;
const RETRY_MS = 200;
/** So long a unit waits for its turn, and for what others have locked; then it is made again. */
const TURN_WITHIN = '3s';
/** So long it takes no node that is well to hear of a change. */
const HEARD_MS = 5_000;
/** So old news is nobody's any more: a node that did not follow it was ended long ago. */
const KEPT_SECONDS = 600;

export interface SharedNewsOptions {
  db: Kysely<Database>;
  connection: ClusterConnection;
  nodes: NodeRegistry;
  /** By name. */
  topics: ReadonlyMap<string, Topic<never>>;
  log: Log;
}

type Settle = () => Promise<void>;

/**
 * What units of work tell, heard by every node in the order of the units. A unit writes it down within its transaction and
 * has the turn of all nodes, so the numbers of the rows are in that order, whatever numbers are missing. A message only
 * wakes the others, who read on from where they are; who missed it hears of it with the next lease. The effects of an own
 * unit happen where its rows stand among those of others.
 */
export class SharedNews implements UnitSharing {
  readonly #options: SharedNewsOptions;
  readonly #own = new Map<number, Settle>();
  /** Within what follows news: a unit begun there waits for nobody, or two nodes would wait for each other. */
  readonly #following = new AsyncLocalStorage<true>();
  readonly #ends: (() => void)[] = [];
  #position = 0;
  #wanted = 0;
  #behindSinceMs: number | undefined;
  #isStarted = false;
  #isClosed = false;
  #reading: Promise<void> | undefined;
  #isAskedAgain = false;
  #unitUnderWay: Promise<void> | undefined;
  #unitEnded: () => void = () => undefined;
  #applied: Promise<unknown> = Promise.resolve();
  /** What the unit under way has written, if it commits. */
  #written: ReadonlySet<number> = new Set();

  constructor(options: SharedNewsOptions) {
    this.#options = options;
    options.nodes.watchBehind(() => this.#whyBehind());
  }

  /** Where this node begins to follow: called before anything is read into memory. */
  async load(): Promise<void> {
    this.#position = await this.#newest();
    this.#wanted = this.#position;
  }

  /** Follows from here on. Resolves when this node has heard what the others answered before they knew it. */
  async start(): Promise<void> {
    const { connection, nodes } = this.#options;
    this.#isStarted = true;
    this.#ends.push(
      connection.subscribe(WAKE, (data) => this.#hears((data as { newsId: number }).newsId)),
      nodes.onHeard(() => this.#hears(nodes.others.newestHeard)),
    );
    // What it has read into memory is followed: who waits for those that serve would wait for the next piece of news.
    nodes.followed(this.#position);
    await nodes.serve();
    this.#hears(await this.#newest());
    while (this.#position < this.#wanted) await this.#follow();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#ends) end();
    await this.#reading;
    await this.#applied;
  }

  /** Drops what everybody has followed. */
  async prune(): Promise<void> {
    await sql`delete from cluster_news where told_at < clock_timestamp() - make_interval(secs => ${KEPT_SECONDS})`.execute(
      this.#options.db,
    );
  }

  async takeTurn(trx: Kysely<Database>): Promise<void> {
    await sql`set local lock_timeout = ${sql.lit(TURN_WITHIN)}`.execute(trx);
    // Not an advisory lock: asking for one would take the snapshot that the unit reads from before it has its turn.
    await sql`lock table cluster_turns in exclusive mode`.execute(trx);
    this.#written = new Set();
    // What a unit knows from memory is what it would read: all that has committed before its turn.
    if (this.#isStarted) await this.#follow();
  }

  async write(trx: Kysely<Database>, told: readonly Told[]): Promise<readonly number[]> {
    const ids: number[] = [];
    for (const data of rowsOf(told)) {
      const row = { node_id: this.#options.nodes.me.id, data };
      ids.push(
        (await trx.insertInto('cluster_news').values(row).returning('news_id').executeTakeFirstOrThrow()).news_id,
      );
    }
    this.#written = new Set(ids);
    return ids;
  }

  begins(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#unitUnderWay = promise;
    this.#unitEnded = resolve;
  }

  ended(): void {
    this.#unitUnderWay = undefined;
    this.#unitEnded();
  }

  async settle(ids: readonly number[], effects: Settle): Promise<void> {
    const [first] = ids;
    if (!this.#isStarted) {
      // Nobody is served yet; what was told meanwhile is heard once more, which changes nothing.
      await effects();
      return;
    }
    if (first === undefined) {
      this.ended();
      await this.#follow();
      return this.#following.run(true, effects);
    }
    const done = Promise.withResolvers<void>();
    for (const id of ids) this.#own.set(id, async () => undefined);
    this.#own.set(first, () => this.#following.run(true, effects).then(done.resolve, done.reject));
    this.ended();
    const last = ids.at(-1) ?? first;
    this.#options.connection.publish(WAKE, { newsId: last });
    this.#hears(last);
    await done.promise;
  }

  /** Resolves when every node that lives has followed, or has left. */
  async heardByAll(ids: readonly number[]): Promise<void> {
    const last = ids.at(-1);
    if (last === undefined || !this.#isStarted || this.#following.getStore()) return;
    const { nodes, log } = this.#options;
    const deaf = () =>
      nodes.others.serving().filter(({ id }) => (nodes.others.followedBy(id) ?? Number.MAX_SAFE_INTEGER) < last);
    const isHeard = () => this.#isClosed || deaf().length === 0;
    if (isHeard()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = nodes.onHeard(() => isHeard() && resolve());
    const warning = setTimeout(() => {
      const names = deaf().map(({ name }) => name);
      log.warn({ newsId: last, nodes: names }, 'nodes do not say that they have heard of a change');
    }, HEARD_MS);
    await promise;
    clearTimeout(warning);
    end();
  }

  async #newest(): Promise<number> {
    const { db } = this.#options;
    const row = await db
      .selectFrom('cluster_news')
      .select(({ fn }) => fn.max('news_id').as('newest'))
      .executeTakeFirst();
    return Number(row?.newest ?? 0);
  }

  #hears(newsId: number): void {
    if (newsId > this.#wanted) this.#wanted = newsId;
    if (this.#wanted <= this.#position || this.#isClosed) return;
    this.#behindSinceMs ??= performance.now();
    void this.#follow();
  }

  #whyBehind(): string | undefined {
    const since = this.#behindSinceMs;
    if (since === undefined || performance.now() - since < BEHIND_MS) return undefined;
    return 'This node does not follow what others change.';
  }

  /** Reads on to the end. Who asks while it reads is answered after one more look. */
  async #follow(): Promise<void> {
    if (this.#reading) {
      this.#isAskedAgain = true;
      return this.#reading;
    }
    this.#reading = this.#readOn();
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      try {
        while (await this.#readSome());
      } catch (error) {
        this.#behindSinceMs ??= performance.now();
        this.#options.log.warn({ err: error }, 'news of other nodes cannot be read');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        this.#isAskedAgain = !this.#isClosed;
        continue;
      }
      if (this.#position >= this.#wanted) this.#behindSinceMs = undefined;
    } while (this.#isAskedAgain);
    // At once: who asked a moment later would be told of a look that is over.
    this.#reading = undefined;
  }

  /** Answers whether there may be more. */
  async #readSome(): Promise<boolean> {
    const { db, nodes } = this.#options;
    const rows = await db
      .selectFrom('cluster_news')
      .select(['news_id', 'node_id', 'data'])
      .where('news_id', '>', this.#position)
      .orderBy('news_id')
      .limit(ROWS_PER_READ)
      .execute();
    const turns = new Turns();
    const own = nodes.me.id;
    for (const { news_id: id, node_id, data } of rows) {
      if (node_id === own) await this.#settleOwn(id, data);
      else this.#apply(data);
      this.#position = id;
      if (turns.isDue) await turns.give();
    }
    if (rows.length > 0) this.#tellFollowed(this.#position);
    return rows.length === ROWS_PER_READ;
  }

  async #settleOwn(id: number, data: string): Promise<void> {
    // It can be read here before its own unit has heard that it has committed.
    while (!this.#own.has(id) && this.#written.has(id) && this.#unitUnderWay) await this.#unitUnderWay;
    const settle = this.#own.get(id);
    this.#own.delete(id);
    // A unit that was told that it failed, and had committed: its connection was cut in between.
    if (settle) await settle();
    else this.#apply(data);
  }

  #apply(data: string): void {
    for (const { topic, data: news } of JSON.parse(data) as Told[]) {
      const done = this.#following.run(
        true,
        async () => this.#options.topics.get(topic)?.publish(news as never) ?? Promise.resolve(),
      );
      const logged = done.catch((error: unknown) =>
        this.#options.log.error({ err: error, topic }, 'news was not followed'),
      );
      this.#applied = Promise.all([this.#applied, logged]);
    }
  }

  /** Others answer who changed something when what hears of it here has done with it. */
  #tellFollowed(id: number): void {
    this.#applied = this.#applied.then(() => this.#options.nodes.followed(id));
  }
}

/** In rows of a length that is bounded unless one word is longer. */
function rowsOf(told: readonly Told[]): string[] {
  const rows: string[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const text of told.map((one) => JSON.stringify(one))) {
    if (length > 0 && length + text.length > ROW_CHARACTERS) {
      rows.push(`[${texts.join(',')}]`);
      texts = [];
      length = 0;
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) rows.push(`[${texts.join(',')}]`);
  return rows;
}
