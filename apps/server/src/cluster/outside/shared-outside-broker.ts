import type { BrokerConnection } from '@telltale/contract';
import { OutsideBroker, type OutsideBrokerParts } from '#outside-broker/outside-broker.ts';
import type { Cluster } from '../open-cluster.ts';

const NOTE = 'outsideBroker';
const TELL_MS = 1_000;

/**
 * The plant's own broker, to which one node is connected: that which has the duty. When that has left, the next one comes
 * under the same client id, and the broker brings it what it has kept. The others show what that node tells of it.
 */
export class SharedOutsideBroker extends OutsideBroker {
  readonly #cluster: Pick<Cluster, 'nodes' | 'duty'>;
  #isHere = false;
  #isClosed = false;
  #telling: NodeJS.Timeout | undefined;

  constructor(cluster: Pick<Cluster, 'nodes' | 'duty'>, parts: OutsideBrokerParts) {
    super(parts);
    this.#cluster = cluster;
  }

  override get state(): BrokerConnection {
    if (this.#isHere) return super.state;
    const told = this.#cluster.nodes.living().find(({ hasDuty }) => hasDuty)?.notes[NOTE];
    return typeof told === 'string' ? (JSON.parse(told) as BrokerConnection) : super.state;
  }

  /** Each node may have the duty one day: a password that is wrong ends the start of any of them, as `OutsideBroker.start` says. */
  override async start(): Promise<void> {
    const { duty } = this.#cluster;
    if (duty.isMine) {
      this.#begin();
      await super.start();
    } else await this.examine();
    duty.onTaken(() => {
      if (this.#isHere || this.#isClosed) return;
      this.#begin();
      this.takeOver();
    });
  }

  override async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#telling);
    await super.close();
  }

  #begin(): void {
    this.#isHere = true;
    const tell = () => this.#cluster.nodes.note(NOTE, JSON.stringify(super.state));
    tell();
    this.#telling = setInterval(tell, TELL_MS).unref();
  }
}
