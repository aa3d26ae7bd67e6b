import type { DashboardId } from '@telltale/contract';
import { readConfig } from '@telltale/domain/dashboard/read-config.ts';
import type { Words } from './words.ts';

/** A dashboard without its config. */
export interface DashboardHead {
  readonly dashboardId: DashboardId;
  readonly dashboardName: string;
  readonly assetDefinitionId: number | null;
  readonly systemDefinitionId: number | null;
  readonly version: number;
}

export interface NamedTile {
  readonly tileId: string;
  readonly title: string;
  /** The title in small letters. */
  readonly lower: string;
}

export interface NamedTab {
  readonly tabId: string;
  readonly name: string;
  /** Only its holders see the tab. */
  readonly permissionId: number | undefined;
  readonly tiles: readonly NamedTile[];
  /** Of all of them, in small letters. */
  readonly titles: string;
}

export interface NamedDashboard extends DashboardHead {
  readonly tabs: readonly NamedTab[];
}

export interface DashboardSource {
  listHeads(): Promise<readonly DashboardHead[]>;
  find(dashboardId: DashboardId): Promise<{ version: number; config: string } | undefined>;
}

/** What dashboards call their tabs and tiles; a config is read once for each of its versions. */
export class DashboardNames {
  readonly #source: DashboardSource;
  #known = new Map<DashboardId, NamedDashboard>();
  /** One reading for all who look at the same moment, so that the words of one search are met once. */
  readonly #bySearch = new WeakMap<Words, Promise<readonly NamedDashboard[]>>();

  constructor(source: DashboardSource) {
    this.#source = source;
  }

  /** Every dashboard, in order of id; once for each search. */
  list(words: Words): Promise<readonly NamedDashboard[]> {
    const reading = this.#bySearch.get(words) ?? this.#read();
    this.#bySearch.set(words, reading);
    return reading;
  }

  async #read(): Promise<readonly NamedDashboard[]> {
    const next = new Map<DashboardId, NamedDashboard>();
    for (const head of await this.#source.listHeads()) {
      const known = this.#known.get(head.dashboardId);
      const isSame = known?.version === head.version;
      const tabs = isSame ? known.tabs : await this.#readTabs(head);
      if (tabs !== undefined) next.set(head.dashboardId, { ...head, tabs });
    }
    this.#known = next;
    return [...next.values()];
  }

  async #readTabs({ dashboardId }: DashboardHead): Promise<readonly NamedTab[] | undefined> {
    const stored = await this.#source.find(dashboardId);
    if (stored === undefined) return undefined;
    return readConfig(stored.config).model.tabs.map(({ tab, tiles }) => {
      const named = tiles.map(({ id, properties: { title, type } }) =>
        namedTile(id, title?.trim() || type.name || type.value),
      );
      // No word holds a blank: none is found across two titles.
      const titles = named.map(({ lower }) => lower).join('\n');
      return { tabId: tab.id, name: tab.name, permissionId: tab.permissionId, tiles: named, titles };
    });
  }
}

function namedTile(tileId: string, title: string): NamedTile {
  return { tileId, title, lower: title.toLowerCase() };
}
