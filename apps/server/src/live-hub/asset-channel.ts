import { assetTopic, LIVE_BATCH_MS, type LiveState, type LiveUpdate } from '@telltale/contract';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { LiveSink } from '#ingest/live-feed.ts';
import { backfillFrame, itemFrame, publishFrame, updateOf, valuesFrame } from './frames.ts';
import type { HubClient } from './hub-client.ts';
import { MissedRange } from './missed-range.ts';

/** A batch holds at most this many values; a device that sends more at once is fetched from the history. */
const MAX_UPDATES = 2_000;
const BACKFILL_EVERY_MS = 1_000;

/** One asset as its subscribers hear it: values in batches, each batch written as bytes once for all of them. */
export class AssetChannel implements LiveSink {
  readonly assetId: number;
  readonly subscribers = new Set<HubClient>();
  readonly #host: string;
  readonly #onDirty: (channel: AssetChannel) => void;
  readonly #missed = new MissedRange();
  #updates: LiveUpdate[] = [];
  #overflow: Map<number, LiveUpdate> | undefined;
  #lastFlushMs = Number.NEGATIVE_INFINITY;
  #lastBackfillMs = Number.NEGATIVE_INFINITY;

  constructor(host: string, assetId: number, onDirty: (channel: AssetChannel) => void) {
    this.#host = host;
    this.assetId = assetId;
    this.#onDirty = onDirty;
  }

  current(slot: DataItemSlot): void {
    const update = updateOf(slot);
    if (this.#updates.length < MAX_UPDATES) {
      this.#updates.push(update);
    } else {
      this.#overflow ??= new Map();
      const older = this.#overflow.get(update.dataItemId);
      if (older) this.#missed.add(older.dataItemId, older.timestamp);
      this.#overflow.set(update.dataItemId, update);
    }
    if (this.#updates.length === 1) this.#onDirty(this);
  }

  /** Nothing is sent between the values of one moment: batches go out from a timer. */
  settled(): void {
    // Nothing to do.
  }

  late(slot: DataItemSlot, timeMs: number): void {
    const isFirst = this.#missed.isEmpty;
    this.#missed.add(slot.dataItemId, timeMs);
    if (isFirst) this.#onDirty(this);
  }

  /** When the next of what waits may be sent, on the hub's steady clock; infinite: nothing waits. */
  get dueMs(): number {
    const valuesMs = this.#updates.length > 0 ? this.#lastFlushMs + LIVE_BATCH_MS : Number.POSITIVE_INFINITY;
    const backfillMs = this.#missed.isEmpty ? Number.POSITIVE_INFINITY : this.#lastBackfillMs + BACKFILL_EVERY_MS;
    return Math.min(valuesMs, backfillMs);
  }

  /** Sends what is due. @returns true when nothing is left to send */
  flush(nowMs: number): boolean {
    if (this.#updates.length > 0 && nowMs >= this.#lastFlushMs + LIVE_BATCH_MS) {
      this.#lastFlushMs = nowMs;
      this.#sendValues();
    }
    if (!this.#missed.isEmpty && nowMs >= this.#lastBackfillMs + BACKFILL_EVERY_MS) {
      this.#lastBackfillMs = nowMs;
      this.#sendBackfill();
    }
    return this.#updates.length === 0 && this.#missed.isEmpty;
  }

  sendState(state: LiveState): void {
    const frame = publishFrame(assetTopic(this.#host, this.assetId, 'state'), JSON.stringify(state));
    for (const client of this.subscribers) {
      if (client.interestIn(this.assetId)?.state) client.send(`state ${this.assetId}`, frame);
    }
  }

  sendAlarm(alarmDefinitionId: number, alarm: unknown): void {
    const frame = publishFrame(assetTopic(this.#host, this.assetId, 'alarms'), JSON.stringify(alarm));
    for (const client of this.subscribers) {
      if (client.interestIn(this.assetId)?.alarms) client.send(`alarm ${this.assetId} ${alarmDefinitionId}`, frame);
    }
  }

  sendItemsDescribed(): void {
    const { assetId } = this;
    const frame = publishFrame(assetTopic(this.#host, assetId, 'items'), JSON.stringify({ assetId }));
    for (const client of this.subscribers) {
      if (client.interestIn(assetId)?.described) client.send(`items ${assetId}`, frame);
    }
  }

  sendRecordsChanged(): void {
    const { assetId } = this;
    const frame = publishFrame(assetTopic(this.#host, assetId, 'records'), JSON.stringify({ assetId }));
    for (const client of this.subscribers) {
      if (client.interestIn(assetId)?.records) client.send(`records ${assetId}`, frame);
    }
  }

  #sendValues(): void {
    const updates = this.#overflow ? [...this.#updates, ...this.#overflow.values()] : this.#updates;
    this.#updates = [];
    this.#overflow = undefined;
    let batch: Buffer | undefined;
    const single = new Map<LiveUpdate, Buffer>();
    for (const client of this.subscribers) {
      // Asked at every delivery, not only when it subscribed: rights may have changed since.
      const interest = client.interestIn(this.assetId);
      if (!interest || (!interest.values && interest.items.size === 0)) continue;
      if (client.mustConflate) {
        client.conflate(this.assetId, updates);
        continue;
      }
      if (interest.values) {
        batch ??= valuesFrame(this.#host, this.assetId, updates);
        client.write(batch);
      }
      if (interest.items.size === 0) continue;
      for (const update of updates) {
        if (!interest.items.has(update.dataItemId)) continue;
        const frame = single.get(update) ?? itemFrame(this.#host, update);
        single.set(update, frame);
        client.write(frame);
      }
    }
  }

  #sendBackfill(): void {
    const backfill = this.#missed.take(this.assetId);
    const frame = backfillFrame(this.#host, backfill);
    for (const client of this.subscribers) {
      if (!client.interestIn(this.assetId)?.backfill) continue;
      if (client.mustConflate) client.missed(backfill);
      else client.write(frame);
    }
  }
}
