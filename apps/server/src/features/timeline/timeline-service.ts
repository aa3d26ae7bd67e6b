import { type AssetId, type PermissionGroup, permissionId, timeline } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import type { TimelineCursor, TimelineFilter, TimelineRepository } from './timeline-repository.ts';
import type { TimelineRow } from './timeline-rows.ts';

export type AskedTimeline = Omit<TimelineFilter, 'kinds' | 'aliases'> & {
  kinds: readonly timeline.TimelineKind[] | undefined;
};

/**
 * What an asset calls its data items, by their ids.
 * @throws HttpError 404 when the asset is out of scope
 */
export type AliasesOf = (caller: Caller, assetId: AssetId) => Promise<ReadonlyMap<number, string>>;

const ROWS_PER_READ = 500;

/** What a kind shows is what the call for it alone would ask for. */
const GROUP_OF: Readonly<Record<timeline.TimelineKind, PermissionGroup>> = {
  alarm: 'Alarms',
  comment: 'Alarms',
  command: 'Commands',
  connection: 'Assets',
  edit: 'HistoricalDataItems',
  file: 'Files',
  maintenance: 'Events',
  event: 'Events',
  note: 'Events',
};

/** Everything that happened to an asset, as far as the caller may view it. */
export class TimelineService {
  readonly #entries: TimelineRepository;
  readonly #aliasesOf: AliasesOf;

  constructor(entries: TimelineRepository, aliasesOf: AliasesOf) {
    this.#entries = entries;
    this.#aliasesOf = aliasesOf;
  }

  async page(caller: Caller, asked: AskedTimeline, cursor: TimelineCursor | undefined, limit: number) {
    const aliases = await this.#aliasesOf(caller, asked.assetId);
    const kinds = kindsOf(caller);
    const rows = await this.#entries.list({ ...narrowed(asked, kinds), aliases }, cursor, limit + 1);
    const entries = rows.slice(0, limit);
    const last = entries.at(-1);
    return { entries, kinds, next: rows.length > limit ? last : undefined };
  }

  /**
   * Everything that a filter leaves, newest first, a few rows in memory at a time.
   * @throws HttpError 404 before the first row
   */
  async read(caller: Caller, asked: AskedTimeline): Promise<AsyncGenerator<readonly TimelineRow[]>> {
    const aliases = await this.#aliasesOf(caller, asked.assetId);
    return this.#read({ ...narrowed(asked, kindsOf(caller)), aliases });
  }

  async *#read(filter: TimelineFilter): AsyncGenerator<readonly TimelineRow[]> {
    let cursor: TimelineCursor | undefined;
    for (;;) {
      const rows = await this.#entries.list(filter, cursor, ROWS_PER_READ);
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_PER_READ) return;
      cursor = rows.at(-1);
    }
  }
}

function kindsOf(caller: Caller): timeline.TimelineKind[] {
  return timeline.timelineKinds.filter((kind) => holds(caller, permissionId(GROUP_OF[kind], 'View')));
}

function narrowed(asked: AskedTimeline, permitted: readonly timeline.TimelineKind[]) {
  const kinds = permitted.filter((kind) => asked.kinds === undefined || asked.kinds.includes(kind));
  return { ...asked, kinds: new Set(kinds) };
}
