import type { history } from '@telltale/contract';
import { type Historian, HistoryUnavailableError, seriesKey } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import { actorOf, type JournalEntryInput } from '#journal/journal.ts';
import {
  type BegunEdit,
  type HistoryEdit,
  HistoryEditRepository,
  type PlannedEdit,
  type ValuesBefore,
} from './history-edit-repository.ts';
import type { AssetScope } from './history-service.ts';

export interface HistoryEditServiceOptions {
  work: UnitOfWork;
  edits: HistoryEditRepository;
  historian: Historian;
  scope: AssetScope;
  clock: Clock;
  /** Called after each edit: current values and open charts look again. */
  onEdited: (edit: HistoryEdit) => Promise<void>;
}

/** So many buckets of old values go into the journal for each edit. */
const JOURNAL_BUCKETS = 250;

/**
 * Changes history in place (spec 1 §7): who, what and the values before are in the journal. History and journal are in
 * two stores, so what is going to be done is written down first, and forgotten in the same transaction that writes the
 * journal: whatever fails in between is finished later, and no edit is without its entry.
 */
export class HistoryEditService {
  readonly #options: HistoryEditServiceOptions;
  /** Edits that a request is at work on. */
  readonly #underWay = new Set<number>();

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
    const begun = await this.#begin(caller, updates);
    const waiting = [...begun];
    const done = [];
    try {
      for (const update of updates) {
        const edit = waiting[0];
        if (!edit) throw new Error('An edit was not begun.');
        const changed = await this.#carryOut(edit);
        waiting.shift();
        done.push({ ...update, changed });
      }
    } finally {
      // Of edits after one that failed nothing was done: they are not done later either.
      await this.#options.edits.delete(waiting.slice(1).map(({ editId }) => editId));
      for (const { editId } of begun) this.#underWay.delete(editId);
    }
    return done;
  }

  /** Finishes edits that were begun and of which neither the end nor a failure is in the journal. */
  async finishPending(): Promise<void> {
    for (const edit of await this.#options.edits.list()) {
      if (!this.#underWay.has(edit.editId)) await this.#carryOut(edit, true);
    }
  }

  /** Writes down what is going to be done, all of it or nothing. */
  async #begin(caller: Caller, updates: readonly history.HistoryUpdate[]): Promise<BegunEdit[]> {
    const requestedMs = this.#options.clock.now();
    const planned = [];
    for (const [index, { assetId, dataItemId, startDate, endDate, newValue }] of updates.entries()) {
      const edit = { assetId, dataItemId, fromMs: Date.parse(startDate), toMs: Date.parse(endDate) };
      if (edit.toMs < edit.fromMs) {
        throw badRequest('endDate lies before startDate.', { field: `${index}.endDate` });
      }
      planned.push({ ...edit, newValue, by: actorOf(caller), requestedMs });
    }
    const withBefore: PlannedEdit[] = [];
    for (const edit of planned) withBefore.push({ ...edit, before: await this.#valuesOf(edit) });
    return this.#options.work.run(caller, async (unit) => {
      const edits = unit.of(HistoryEditRepository);
      const begun: BegunEdit[] = [];
      for (const edit of withBefore) begun.push(await edits.insert(edit));
      unit.afterCommit(() => {
        for (const { editId } of begun) this.#underWay.add(editId);
      });
      return begun;
    });
  }

  /**
   * Edits the history; doing it twice is doing it once.
   * @param isOld it was begun before, and may be in the log of the history already: only its end ends it
   */
  async #carryOut(edit: BegunEdit, isOld = false): Promise<number> {
    const { historian, onEdited } = this.#options;
    const { assetId, dataItemId, fromMs, toMs } = edit;
    let changed: number;
    try {
      changed = await historian.editRange(seriesKey(assetId, dataItemId), fromMs, toMs, edit.newValue);
    } catch (error) {
      if (error instanceof HistoryUnavailableError && (isOld || error.mayHappen)) throw error;
      await this.#end(edit, { what: `data item ${dataItemId} not edited`, after: { error: String(error) } });
      throw error;
    }
    const after = { ...isoRange(edit), value: edit.newValue, points: changed };
    await this.#end(edit, changed === 0 ? undefined : { what: `data item ${dataItemId} edited`, after });
    if (changed > 0) await onEdited(edit);
    return changed;
  }

  /** Puts the entry into the journal, if there is one, and forgets the edit: both or neither. */
  async #end(edit: BegunEdit, outcome: Pick<JournalEntryInput, 'what' | 'after'> | undefined): Promise<void> {
    const { assetId, before, by, requestedMs: timeMs } = edit;
    const entry = { kind: 'history', assetId, before: { ...isoRange(edit), values: before }, timeMs };
    await this.#options.work.run(by, async (unit) => {
      // Of several nodes two may have been at it: whoever ends it writes the entry.
      const [ended] = await unit.of(HistoryEditRepository).delete([edit.editId]);
      if (outcome && ended !== undefined) unit.note({ ...entry, ...outcome });
    });
  }

  async #valuesOf({ assetId, dataItemId, fromMs, toMs }: HistoryEdit): Promise<ValuesBefore> {
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

function isoRange({ fromMs, toMs }: HistoryEdit) {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
