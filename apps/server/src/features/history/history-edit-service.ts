import type { AssetId, DataItemId, history } from '@telltale/contract';
import { type Historian, seriesKey } from '@telltale/historian';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import type { AssetScope } from './history-service.ts';

export interface HistoryEdit {
  assetId: AssetId;
  dataItemId: DataItemId;
  fromMs: number;
  toMs: number;
}

export interface HistoryEditServiceOptions {
  historian: Historian;
  scope: AssetScope;
  journal: Journal;
  /** Called after each edit: current values and open charts look again. */
  onEdited: (edit: HistoryEdit) => Promise<void>;
}

/** So many buckets of old values go into the journal for each edit. */
const JOURNAL_BUCKETS = 250;

/** Changes history in place (spec 1 §7): who, what and the values before are in the journal. */
export class HistoryEditService {
  readonly #options: HistoryEditServiceOptions;

  constructor(options: HistoryEditServiceOptions) {
    this.#options = options;
  }

  /**
   * Sets every point of the ranges to one value.
   * @throws HttpError 404 when one asset is out of scope, 400 for a range that ends before it begins; nothing is changed
   */
  async update(
    caller: Caller,
    updates: readonly history.HistoryUpdate[],
  ): Promise<(history.HistoryUpdate & { changed: number })[]> {
    for (const { assetId } of updates) await this.#options.scope.entry(caller, assetId);
    const edits = updates.map((update, index) => {
      const fromMs = Date.parse(update.startDate);
      const toMs = Date.parse(update.endDate);
      if (toMs < fromMs) throw badRequest('endDate lies before startDate.', { field: `${index}.endDate` });
      return { update, edit: { assetId: update.assetId, dataItemId: update.dataItemId, fromMs, toMs } };
    });
    const done = [];
    for (const { update, edit } of edits) {
      done.push({ ...update, changed: await this.#apply(caller, edit, update.newValue) });
    }
    return done;
  }

  async #apply(caller: Caller, edit: HistoryEdit, newValue: number | string): Promise<number> {
    const { historian, journal, onEdited } = this.#options;
    const { assetId, dataItemId, fromMs, toMs } = edit;
    const before = await this.#summary(edit);
    const changed = await historian.editRange(seriesKey(assetId, dataItemId), fromMs, toMs, newValue);
    if (changed === 0) return 0;
    const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
    await journal.append({
      kind: 'history',
      assetId,
      what: `data item ${dataItemId} edited`,
      before: { ...range, values: before },
      after: { ...range, value: newValue, points: changed },
      by: actorOf(caller),
    });
    await onEdited(edit);
    return changed;
  }

  /** The values before, as runs of equal values; of a long range its minima and maxima. */
  async #summary({ assetId, dataItemId, fromMs, toMs }: HistoryEdit) {
    const query = { keys: [seriesKey(assetId, dataItemId)], fromMs, toMs, threshold: JOURNAL_BUCKETS };
    const { timesMs, columns } = await this.#options.historian.readColumns(query);
    const runs: { from: string; value: number | string | null }[] = [];
    for (const [index, value] of (columns[0] ?? []).entries()) {
      if (value === runs.at(-1)?.value) continue;
      runs.push({ from: new Date(timesMs[index] ?? 0).toISOString(), value });
    }
    return runs;
  }
}
