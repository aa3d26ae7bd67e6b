import type { AssetId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { type ConnectionChange, Connections, type ContactStore } from '#ingest/connections.ts';
import type { Cluster } from '../open-cluster.ts';

const SUBJECT = 'telltale.contacts';
const WANTED = 'telltale.contacts.wanted';
/** Contacts that change nothing are told together. */
const TOGETHER_MS = 250;
const SOON_MS = 5;
const ASSETS_PER_MESSAGE = 5_000;
/** Before this node says that somebody is silent again, after it was deaf itself. */
const DEAF_MS = 3_000;
/** An asset that was told of and is not known: it was made at another node a moment ago, or is deleted. */
const MADE_WITHIN_MS = 30_000;

interface Told {
  node: string;
  /** How long ago, ms. */
  heard?: readonly (readonly [assetId: AssetId, agoMs: number])[];
  /** Said to have left, by a gateway or an edge. */
  left?: readonly AssetId[];
}

/** Last word on an asset since the last message: when it was heard (on the clock of this process), or that it left. */
type Word = number | 'left';

/**
 * Which assets are connected, known at every node: each tells the others whom it has heard, so a device that goes from one
 * node to another is silent at neither. A node saves the contacts that it had itself; what changes is written down
 * by the one that has the duty.
 */
export class SharedConnections extends Connections {
  /** Telling takes a quarter of a second, and a busy process a little more. */
  protected override readonly graceMs = 1_000;
  readonly #cluster: Pick<Cluster, 'connection' | 'nodes' | 'duty'>;
  readonly #isKnown: (assetId: AssetId) => boolean;
  readonly #ends: (() => void)[] = [];
  #words = new Map<AssetId, Word>();
  /** When those were heard that this node does not know yet. */
  readonly #unknown = new Map<AssetId, number>();
  #telling: NodeJS.Timeout | undefined;
  #isSoon = false;
  #deafMs = Number.NEGATIVE_INFINITY;

  constructor(
    cluster: Pick<Cluster, 'connection' | 'nodes' | 'duty'>,
    isKnown: (assetId: AssetId) => boolean,
    store: ContactStore,
    clock: Clock,
    log: Log,
  ) {
    super(store, clock, log);
    this.#cluster = cluster;
    this.#isKnown = isKnown;
    // Somebody who looks is told at once, at every node.
    this.onChange(({ assetId }) => {
      if (this.#words.has(assetId)) this.#tellSoon();
    });
  }

  override start(): void {
    const { connection, nodes } = this.#cluster;
    this.#ends.push(
      connection.subscribe(SUBJECT, (data) => this.#hear(data as Told)),
      connection.subscribe(WANTED, (data) => {
        if ((data as { node: string }).node !== nodes.me.id) this.#tellAll();
      }),
      nodes.onSound((isSound) => {
        if (isSound) this.#ask();
      }),
    );
    this.#ask();
    super.start();
  }

  override async close(): Promise<void> {
    for (const end of this.#ends) end();
    this.#tell();
    await super.close();
  }

  override contact(assetId: AssetId): void {
    this.#words.set(assetId, performance.now());
    super.contact(assetId);
    this.#telling ??= setTimeout(() => this.#tell(), TOGETHER_MS).unref();
  }

  override leave(assetId: AssetId): void {
    this.#words.set(assetId, 'left');
    super.leave(assetId);
    this.#tellSoon();
  }

  override forget(assetId: AssetId): void {
    this.#words.delete(assetId);
    this.#unknown.delete(assetId);
    super.forget(assetId);
  }

  override onRecord(listener: (change: ConnectionChange) => void): () => void {
    return this.onChange((change) => {
      if (this.#cluster.duty.isMine) listener(change);
    });
  }

  override onRecording(begin: () => void): void {
    this.#cluster.duty.onTaken(() => {
      this.tellAnew();
      begin();
    });
  }

  /** Who does not hear the others cannot tell that nobody else hears a device. */
  override check(): void {
    this.#meet();
    const { connection, nodes } = this.#cluster;
    const nowMs = performance.now();
    if (!connection.isConnected || !nodes.isSound) this.#deafMs = nowMs;
    if (nowMs - this.#deafMs > DEAF_MS) super.check();
  }

  /** Others say whom they have heard until now. */
  #ask(): void {
    this.#deafMs = performance.now();
    this.#cluster.connection.publish(WANTED, { node: this.#cluster.nodes.me.id });
  }

  #tellSoon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => this.#tell(), SOON_MS).unref();
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#isSoon = false;
    const nowMs = performance.now();
    const words = [...this.#words];
    this.#words = new Map();
    this.#publish(words.flatMap(([id, word]) => (word === 'left' ? [] : [[id, Math.round(nowMs - word)] as const])));
    const left = words.flatMap(([assetId, word]) => (word === 'left' ? [assetId] : []));
    if (left.length > 0) this.#cluster.connection.publish(SUBJECT, { node: this.#cluster.nodes.me.id, left });
  }

  #tellAll(): void {
    this.#publish(this.connectedAgo());
  }

  #publish(heard: readonly (readonly [AssetId, number])[]): void {
    const { connection, nodes } = this.#cluster;
    for (let first = 0; first < heard.length; first += ASSETS_PER_MESSAGE) {
      const some = heard.slice(first, first + ASSETS_PER_MESSAGE);
      connection.publish(SUBJECT, { node: nodes.me.id, heard: some } satisfies Told);
    }
  }

  #hear({ node, heard = [], left = [] }: Told): void {
    if (node === this.#cluster.nodes.me.id) return;
    const nowMs = performance.now();
    for (const [assetId, agoMs] of heard) {
      if (this.#isKnown(assetId)) this.heard(assetId, Math.max(1, agoMs), false);
      else this.#unknown.set(assetId, nowMs - agoMs);
    }
    for (const assetId of left) {
      this.#unknown.delete(assetId);
      super.leave(assetId);
    }
  }

  /** A device may say nothing more for long: what was told before its asset was known here counts all the same. */
  #meet(): void {
    const nowMs = performance.now();
    for (const [assetId, heardMs] of this.#unknown) {
      const isKnown = this.#isKnown(assetId);
      if (isKnown) this.heard(assetId, Math.max(1, nowMs - heardMs), false);
      if (isKnown || nowMs - heardMs > MADE_WITHIN_MS) this.#unknown.delete(assetId);
    }
  }
}
