import type { FilterScope } from './filter.ts';

/** What one client wants to hear of one asset: its filters, put together. */
export class Interest {
  readonly #scopes = new Map<string, FilterScope>();
  values = false;
  state = false;
  alarms = false;
  backfill = false;
  /** That names, units or descriptions of its data items have changed. */
  described = false;
  /** That what is kept of it (events, commands, files, edits of its history) has changed. */
  records = false;
  /** Single data items that are wanted beside, or instead of, the batch. */
  items: ReadonlySet<number> = new Set();

  get isEmpty(): boolean {
    return this.#scopes.size === 0;
  }

  add(filter: string, scope: FilterScope): void {
    this.#scopes.set(filter, scope);
    this.#sum();
  }

  remove(filter: string): void {
    this.#scopes.delete(filter);
    this.#sum();
  }

  #sum(): void {
    const scopes = [...this.#scopes.values()];
    const has = (...wanted: FilterScope[]) => scopes.some((scope) => wanted.includes(scope));
    this.values = has('everything', 'values');
    this.state = has('everything', 'channels', 'state');
    this.alarms = has('everything', 'channels', 'alarms');
    this.backfill = has('everything', 'channels', 'backfill');
    this.described = has('everything', 'channels', 'items');
    this.records = has('everything', 'channels', 'records');
    this.items = new Set(scopes.flatMap((scope) => (typeof scope === 'object' ? [scope.dataItemId] : [])));
  }
}
