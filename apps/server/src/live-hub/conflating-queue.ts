import type { LiveBackfill, LiveUpdate } from '@telltale/contract';
import { backfillFrame, itemFrame, valuesFrame } from './frames.ts';
import type { Interest } from './interest.ts';
import { MissedRange } from './missed-range.ts';

interface Held {
  newest: Map<number, LiveUpdate>;
  /** Values that were overtaken by a newer one: the reader fetches them from the history. */
  missed: MissedRange;
}

/**
 * What waits for a client that does not keep up: of each data item only the newest value, of each other message only
 * the newest of its kind. Its size is bounded by what the client subscribed to, however long it sleeps.
 */
export class ConflatingQueue {
  readonly #host: string;
  readonly #values = new Map<number, Held>();
  readonly #messages = new Map<string, Buffer>();
  #overtaken = 0;

  constructor(host: string) {
    this.#host = host;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#messages.size === 0;
  }

  /** Values that were replaced by newer ones. */
  get overtaken(): number {
    return this.#overtaken;
  }

  addValues(assetId: number, updates: readonly LiveUpdate[]): void {
    const held = this.#heldOf(assetId);
    for (const update of updates) {
      const older = held.newest.get(update.dataItemId);
      if (older && older.timestamp !== update.timestamp) {
        held.missed.add(older.dataItemId, older.timestamp);
        this.#overtaken++;
      }
      held.newest.set(update.dataItemId, update);
    }
  }

  /** Notes points that the client has to fetch from the history. */
  addMissed(backfill: LiveBackfill): void {
    const { missed } = this.#heldOf(backfill.assetId);
    for (const dataItemId of backfill.dataItemIds) {
      missed.add(dataItemId, backfill.from);
      missed.add(dataItemId, backfill.to);
    }
  }

  /** @param key messages of the same key replace one another */
  addMessage(key: string, frame: Buffer): void {
    this.#messages.set(key, frame);
  }

  /** Drops what waits of an asset that the client does not hear of any more. */
  forget(assetId: number): void {
    this.#values.delete(assetId);
  }

  /** Everything that waits, as frames, of what is still wanted and allowed; empty afterwards. */
  take(interestIn: (assetId: number) => Interest | undefined): Buffer[] {
    const frames = [...this.#messages.values()];
    for (const [assetId, { newest, missed }] of this.#values) {
      const interest = interestIn(assetId);
      if (!interest) continue;
      const updates = [...newest.values()];
      if (interest.values && updates.length > 0) frames.push(valuesFrame(this.#host, assetId, updates));
      for (const update of updates)
        if (interest.items.has(update.dataItemId)) frames.push(itemFrame(this.#host, update));
      if (interest.backfill && !missed.isEmpty) frames.push(backfillFrame(this.#host, missed.take(assetId)));
    }
    this.#messages.clear();
    this.#values.clear();
    return frames;
  }

  #heldOf(assetId: number): Held {
    const known = this.#values.get(assetId);
    if (known) return known;
    const held = { newest: new Map<number, LiveUpdate>(), missed: new MissedRange() };
    this.#values.set(assetId, held);
    return held;
  }
}
