import { JobProgress } from '#jobs/job-progress.ts';
import type { Cluster } from '../open-cluster.ts';

const SUBJECT = 'telltale.jobs.progress';
/** So long is gathered what is told together, ms. */
const TOGETHER_MS = 250;

/** Null: it is under way no longer. */
type Told<Share> = { node: string; shares: readonly (readonly [jobId: string, share: Share | null])[] };

/**
 * Progress that is shown at every node, whichever carries the job out. It is told by messages that may be lost: the next one
 * makes that good, and what became of a job stands in its record.
 */
export class ToldProgress<Share> extends JobProgress<Share> {
  readonly #cluster: Pick<Cluster, 'connection' | 'nodes'>;
  readonly #subject: string;
  readonly #end: () => void;
  readonly #unheard = new Map<string, Share | null>();
  #timer: NodeJS.Timeout | undefined;

  /** @param kind of the jobs */
  constructor(cluster: Pick<Cluster, 'connection' | 'nodes'>, kind: string) {
    super();
    this.#cluster = cluster;
    this.#subject = `${SUBJECT}.${kind}`;
    this.#end = cluster.connection.subscribe(this.#subject, (data) => this.#hear(data as Told<Share>));
  }

  override note(jobId: string, share: Share): void {
    super.note(jobId, share);
    this.#tellSoon(jobId, share);
  }

  override end(jobId: string): void {
    super.end(jobId);
    this.#tellSoon(jobId, null);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#end();
  }

  #tellSoon(jobId: string, share: Share | null): void {
    this.#unheard.set(jobId, share);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const { connection, nodes } = this.#cluster;
      connection.publish(this.#subject, { node: nodes.me.id, shares: [...this.#unheard] } satisfies Told<Share>);
      this.#unheard.clear();
    }, TOGETHER_MS).unref();
  }

  #hear({ node, shares }: Told<Share>): void {
    if (node === this.#cluster.nodes.me.id) return;
    for (const [jobId, share] of shares) {
      if (share === null) super.end(jobId);
      else super.note(jobId, share);
    }
  }
}
