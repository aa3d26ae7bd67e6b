import type { AssetId, EpochMs } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/schema.ts';

/** An asset went offline or came back. */
export interface ConnectionTransition {
  connected: boolean;
  atMs: EpochMs;
}

/** The journal is written a moment after what it tells of. */
const WRITTEN_WITHIN_MS = 60_000;

const journalledSchema = z.object({ connected: z.boolean(), at: z.string() });

/** A transition that the journal does not hold yet. */
export type PendingTransition = ConnectionTransition & { readonly assetId: AssetId };

/** When assets went offline and came back, from the journal (the ingest writes it) and what it has yet to write. */
export class ConnectionTransitions {
  readonly #db: Kysely<Database>;
  readonly #pending: () => readonly PendingTransition[];

  constructor(db: Kysely<Database>, pending: () => readonly PendingTransition[] = () => []) {
    this.#db = db;
    this.#pending = pending;
  }

  /** The transitions of the range, in order of time, after the last one at or before `fromMs`, if there is one. */
  async list(assetId: AssetId, fromMs: EpochMs, toMs: EpochMs): Promise<ConnectionTransition[]> {
    // Taken before the journal is read: what is written meanwhile stands in both.
    const pending = this.#pending().filter((transition) => transition.assetId === assetId);
    const within = await this.#rows(assetId)
      .where('time_ms', '>', fromMs)
      .where('time_ms', '<=', toMs + WRITTEN_WITHIN_MS)
      .orderBy('time_ms')
      .orderBy('journal_id')
      .execute();
    const before = await this.#rows(assetId)
      .where('time_ms', '<=', fromMs)
      .orderBy('time_ms', 'desc')
      .orderBy('journal_id', 'desc')
      .limit(1)
      .execute();
    const journalled = [...before, ...within].map(({ after }) => toTransition(after));
    const unwritten = pending
      .filter((one) => !journalled.some(({ atMs, connected }) => atMs === one.atMs && connected === one.connected))
      .map(({ connected, atMs }) => ({ connected, atMs }));
    const transitions = [...journalled, ...unwritten].sort((a, b) => a.atMs - b.atMs);
    const first = transitions.findLastIndex(({ atMs }) => atMs <= fromMs);
    return transitions.slice(Math.max(0, first)).filter(({ atMs }) => atMs <= toMs);
  }

  /** All transitions of the asset, newest first, page by page. */
  async newest(
    assetId: AssetId,
    limit: number,
    offset: number,
  ): Promise<{ total: number; transitions: ConnectionTransition[] }> {
    const pending = this.#pending().filter((transition) => transition.assetId === assetId);
    // What waits to be written is newer than all that is: looked for among the last of that.
    const last = await this.#page(assetId, pending.length + 1, 0);
    const unwritten = pending
      .filter((one) => !last.some(({ atMs, connected }) => atMs === one.atMs && connected === one.connected))
      .map(({ connected, atMs }) => ({ connected, atMs }))
      .reverse();
    const shown = unwritten.slice(offset, offset + limit);
    const rest = limit - shown.length;
    const written = rest > 0 ? await this.#page(assetId, rest, Math.max(0, offset - unwritten.length)) : [];
    const { count } = await this.#ofAsset(assetId)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return { total: Number(count) + unwritten.length, transitions: [...shown, ...written] };
  }

  async #page(assetId: AssetId, limit: number, offset: number): Promise<ConnectionTransition[]> {
    const rows = await this.#rows(assetId)
      .orderBy('time_ms', 'desc')
      .orderBy('journal_id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ after }) => toTransition(after));
  }

  #rows(assetId: AssetId) {
    return this.#ofAsset(assetId).select(['after']);
  }

  #ofAsset(assetId: AssetId) {
    return this.#db.selectFrom('journal').where('asset_id', '=', assetId).where('kind', '=', 'connection');
  }
}

function toTransition(after: string | null): ConnectionTransition {
  const { connected, at } = journalledSchema.parse(JSON.parse(after ?? '{}'));
  return { connected, atMs: Date.parse(at) };
}

/**
 * Whether an asset counts as connected at a moment. What the journal noted decides. An asset that was offline, or that
 * the journal does not know yet, counts as connected while a value since then is younger than its pingrate: its history
 * came later, from a buffer or a file.
 * @param transitions in order of time
 * @param heardMs the time of its newest value at the moment; undefined: none
 */
export function wasConnected(
  transitions: readonly ConnectionTransition[],
  timeMs: EpochMs,
  heardMs: EpochMs | undefined,
  pingRateMs: number,
): boolean {
  const last = transitions.findLast(({ atMs }) => atMs <= timeMs);
  if (last?.connected) return true;
  if (heardMs === undefined || (last !== undefined && heardMs <= last.atMs)) return false;
  return timeMs - heardMs < pingRateMs;
}
