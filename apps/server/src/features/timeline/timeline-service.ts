import { type AssetId, type PermissionGroup, permissionId, timeline } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import type { TimelineCursor, TimelineFilter, TimelineRepository } from './timeline-repository.ts';
import type { TimelineRow } from './timeline-rows.ts';

export type AskedTimeline = Omit<TimelineFilter, 'kinds' | 'aliases' | 'units'> & {
  kinds: readonly timeline.TimelineKind[] | undefined;
};

/** What is said of an asset's data items, by their ids. Both throw HttpError 404 when the asset is out of scope. */
export interface ItemsOfAssets {
  /** What the asset calls them. */
  aliasesOf: (caller: Caller, assetId: AssetId) => Promise<ReadonlyMap<number, string>>;
  /** In which units it has them. */
  unitsOf: (caller: Caller, assetId: AssetId) => Promise<ReadonlyMap<number, string>>;
}

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
  readonly #items: ItemsOfAssets;

  constructor(entries: TimelineRepository, items: ItemsOfAssets) {
    this.#entries = entries;
    this.#items = items;
  }

  async page(caller: Caller, asked: AskedTimeline, cursor: TimelineCursor | undefined, limit: number) {
    const filter = await this.#filterOf(caller, asked);
    const kinds = kindsOf(caller);
    const rows = await this.#entries.list(filter, cursor, limit + 1);
    const entries = rows.slice(0, limit);
    const last = entries.at(-1);
    return { entries, kinds, next: rows.length > limit ? last : undefined };
  }

  /**
   * Everything that a filter leaves, newest first, a few rows in memory at a time.
   * @throws HttpError 404 before the first row
   */
  async read(caller: Caller, asked: AskedTimeline): Promise<AsyncGenerator<readonly TimelineRow[]>> {
    return this.#read(await this.#filterOf(caller, asked));
  }

  async #filterOf(caller: Caller, asked: AskedTimeline): Promise<TimelineFilter> {
    const { aliasesOf, unitsOf } = this.#items;
    const aliases = await aliasesOf(caller, asked.assetId);
    const wanted = narrowed(asked, kindsOf(caller));
    const units = wanted.kinds.has('edit') ? await unitsOf(caller, asked.assetId) : new Map<number, string>();
    return { ...wanted, aliases, units };
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
