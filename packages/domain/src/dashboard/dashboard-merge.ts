import { type LayoutItem, layoutSizes, type Tab, type Tile } from '@telltale/contract';
import type { DashboardModel, DashboardTab } from './dashboard-model.ts';
import { isSameJson } from './same-json.ts';
import { contestedKeys, isContested, mergeOrder, mergeRecords, pick, type Side, type ThreeWay } from './three-way.ts';

/** What two people changed differently. `id` names it when a side is chosen; undefined stands for 'deleted'. */
export type MergeConflict =
  | { readonly id: string; readonly kind: 'tile'; readonly mine: Tile | undefined; readonly theirs: Tile | undefined }
  | { readonly id: string; readonly kind: 'tab'; readonly mine: Tab | undefined; readonly theirs: Tab | undefined }
  | {
      readonly id: string;
      readonly kind: 'setting';
      readonly key: string;
      readonly mine: unknown;
      readonly theirs: unknown;
    };

export interface MergeResult {
  readonly merged: DashboardModel;
  /** Settled by `choose` in `merged`; whoever calls asks the user and merges again. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges two dashboards that began as the same one, tile by tile: what one of the two changed is changed, what both
 * changed differently is a conflict and goes to the side that `choose` names (mine, if it is not given). Places on the
 * grid are no conflict: they shift with every change beside them, so mine hold where both moved a tile.
 */
export function mergeDashboards(
  base: DashboardModel,
  mine: DashboardModel,
  theirs: DashboardModel,
  choose: (conflictId: string) => Side = () => 'mine',
): MergeResult {
  if (isSameJson(theirs, base)) return { merged: mine, conflicts: [] };
  if (isSameJson(mine, base)) return { merged: theirs, conflicts: [] };
  return new Merge({ base, mine, theirs }, choose).run();
}

interface Placed {
  readonly tile: Tile;
  readonly tabId: string;
}

type Model = Record<'base' | 'mine' | 'theirs', DashboardModel>;

class Merge {
  readonly #model: Model;
  readonly #choose: (conflictId: string) => Side;
  readonly #conflicts: MergeConflict[] = [];
  readonly #tabs: ReadonlyMap<string, ThreeWay<DashboardTab>>;
  readonly #tiles: ReadonlyMap<string, ThreeWay<Placed>>;

  constructor(model: Model, choose: (conflictId: string) => Side) {
    this.#model = model;
    this.#choose = choose;
    this.#tabs = lineUp(model, ({ tabs }) => tabs.map((tab) => [tab.tab.id, tab]));
    this.#tiles = lineUp(model, ({ tabs }) =>
      tabs.flatMap(({ tab, tiles }) => tiles.map((tile) => [tile.id, { tile, tabId: tab.id }] as const)),
    );
  }

  run(): MergeResult {
    const { mine } = this.#model;
    const kept = this.#mergeKept();
    const present = new Set([...this.#tabs].flatMap(([id, ways]) => (this.#isTabPresent(id, ways) ? [id] : [])));
    // Each may have deleted another tab, and together all of them; a dashboard without any could not be looked at.
    if (present.size === 0) return { merged: { ...mine, kept }, conflicts: this.#conflicts };

    const tilesOfTab = new Map<string, Map<string, Tile>>();
    for (const [id, ways] of this.#tiles) {
      const placed = this.#placeTile(id, ways, present);
      if (placed === undefined) continue;
      const tiles = tilesOfTab.get(placed.tabId) ?? new Map<string, Tile>();
      tilesOfTab.set(placed.tabId, tiles.set(id, placed.tile));
    }
    const order = mergeOrder(
      of(this.#model, ({ tabs }) => tabs.map(({ tab }) => tab.id)),
      present,
    );
    const tabs = order.map((id) => this.#mergeTab(id, tilesOfTab.get(id) ?? new Map()));
    return { merged: { tabs: inOrder(tabs), kept }, conflicts: this.#conflicts };
  }

  #settle(conflict: MergeConflict): Side {
    this.#conflicts.push(conflict);
    return this.#choose(conflict.id);
  }

  #mergeKept(): DashboardModel['kept'] {
    const document = of(this.#model, ({ kept }) => kept.document);
    const sides = new Map(
      contestedKeys(document).map((key) => {
        const [mine, theirs] = [document.mine?.[key], document.theirs?.[key]];
        return [key, this.#settle({ id: `setting:${key}`, kind: 'setting', key, mine, theirs })];
      }),
    );
    return {
      document: mergeRecords(document, (key) => sides.get(key) ?? 'mine'),
      tiles: mergeRecords(of(this.#model, ({ kept }) => kept.tiles)),
      layouts: mergeRecords(of(this.#model, ({ kept }) => kept.layouts)),
    };
  }

  /** A deleted tab is gone, unless the other one worked on it meanwhile. */
  #isTabPresent(id: string, { base, mine, theirs }: ThreeWay<DashboardTab>): boolean {
    if (mine !== undefined && theirs !== undefined) return true;
    const left = mine ?? theirs;
    if (left === undefined || base === undefined) return left !== undefined;
    if (isSameJson(withoutOrder(left), withoutOrder(base))) return false;
    const side = this.#settle({ id: `tab:${id}`, kind: 'tab', mine: mine?.tab, theirs: theirs?.tab });
    return side === (mine === undefined ? 'theirs' : 'mine');
  }

  /** Where a tile ends up and as what; undefined: nowhere. */
  #placeTile(id: string, ways: ThreeWay<Placed>, present: ReadonlySet<string>): Placed | undefined {
    const tile = this.#mergeTile(id, ways, present);
    if (tile === undefined) return undefined;
    const wished = pick(of(ways, (placed) => placed?.tabId));
    const tabId = [wished, ways.mine?.tabId, ways.theirs?.tabId].find((one) => one !== undefined && present.has(one));
    return tabId === undefined ? undefined : { tile, tabId };
  }

  #mergeTile(id: string, ways: ThreeWay<Placed>, present: ReadonlySet<string>): Tile | undefined {
    const { base, mine, theirs } = ways;
    const left = mine ?? theirs;
    if (left === undefined) return undefined;
    if (mine === undefined || theirs === undefined) {
      if (base === undefined) return left.tile;
      // It went with its tab; what becomes of that was settled there.
      const deleter = mine === undefined ? 'mine' : 'theirs';
      if (this.#tabs.get(base.tabId)?.[deleter] === undefined) {
        return left.tabId !== base.tabId || present.has(base.tabId) ? left.tile : undefined;
      }
      if (isSameJson(withoutGrid(left.tile), withoutGrid(base.tile)) && left.tabId === base.tabId) return undefined;
      const side = this.#settle({ id: `tile:${id}`, kind: 'tile', mine: mine?.tile, theirs: theirs?.tile });
      return side === deleter ? undefined : left.tile;
    }
    const content = of(ways, (placed) => placed && withoutGrid(placed.tile));
    const side = isContested(content)
      ? this.#settle({ id: `tile:${id}`, kind: 'tile', mine: mine.tile, theirs: theirs.tile })
      : undefined;
    const dataGrid =
      pick(
        of(ways, (placed) => placed?.tile.dataGrid),
        side,
      ) ?? mine.tile.dataGrid;
    const changed = side === undefined ? (isSameJson(content.mine, content.base) ? theirs : mine) : ways[side];
    return { ...(changed ?? mine).tile, dataGrid };
  }

  #mergeTab(id: string, tiles: ReadonlyMap<string, Tile>): DashboardTab {
    const ways = this.#tabs.get(id) ?? { base: undefined, mine: undefined, theirs: undefined };
    const wanted = new Set(tiles.keys());
    const order = mergeOrder(
      of(ways, (tab) => tab?.tiles.map((tile) => tile.id)),
      wanted,
    );
    return {
      tab: this.#mergeTabSettings(id, ways),
      tiles: order.flatMap((tileId) => tiles.get(tileId) ?? []),
      layouts: mergeLayouts(
        of(ways, (tab) => tab?.layouts),
        wanted,
      ),
      kept: {
        tiles: pick(of(ways, (tab) => tab?.kept.tiles)) ?? [],
        layouts: mergeRecords(of(ways, (tab) => tab?.kept.layouts)),
      },
    };
  }

  #mergeTabSettings(id: string, ways: ThreeWay<DashboardTab>): Tab {
    const { base, mine, theirs } = of(ways, (tab) => tab?.tab);
    // One side has deleted it and lost: the other's stays whole.
    if (mine === undefined || theirs === undefined) return (mine ?? theirs) as Tab;
    const contested = contestedKeys({ base, mine, theirs }).filter((key) => key !== 'order');
    const side = contested.length > 0 ? this.#settle({ id: `tab:${id}`, kind: 'tab', mine, theirs }) : 'mine';
    return mergeRecords({ base, mine, theirs }, (key) => (key === 'order' ? 'mine' : side)) as Tab;
  }
}

/** Every thing of one kind by its id, as the three have it. */
function lineUp<Value>(model: Model, list: (model: DashboardModel) => readonly (readonly [string, Value])[]) {
  const [base, mine, theirs] = [model.base, model.mine, model.theirs].map((one) => new Map(list(one)));
  const ids = new Set([mine, theirs, base].flatMap((map) => [...(map?.keys() ?? [])]));
  return new Map([...ids].map((id) => [id, { base: base?.get(id), mine: mine?.get(id), theirs: theirs?.get(id) }]));
}

/** A part of each of the three. */
function of<Whole, Part>(
  ways: { base: Whole; mine: Whole; theirs: Whole },
  part: (whole: Whole) => Part,
): { base: Part; mine: Part; theirs: Part } {
  return { base: part(ways.base), mine: part(ways.mine), theirs: part(ways.theirs) };
}

/** Deleting and swapping tabs numbers others anew: nobody worked on those. */
function withoutOrder({ tab: { order: _order, ...tab }, ...rest }: DashboardTab): Record<string, unknown> {
  return { ...rest, tab };
}

function withoutGrid({ dataGrid: _dataGrid, ...content }: Tile): Record<string, unknown> {
  return content;
}

/** Per layout size, and in it tile by tile; a size that nobody arranged stays derived. */
function mergeLayouts(ways: ThreeWay<DashboardTab['layouts']>, wanted: ReadonlySet<string>): DashboardTab['layouts'] {
  const sizes = layoutSizes.flatMap((size) => {
    const lists = of(ways, (layouts) => layouts?.[size]);
    if (pick(lists) === undefined) return [];
    const items = lineUpItems(lists);
    const order = mergeOrder(
      of(lists, (list) => list?.map(({ i }) => i)),
      wanted,
    );
    return [[size, order.flatMap((i) => pick(items(i)) ?? items(i).mine ?? items(i).theirs ?? [])] as const];
  });
  return Object.fromEntries(sizes);
}

function lineUpItems(lists: ThreeWay<readonly LayoutItem[]>): (i: string) => ThreeWay<LayoutItem> {
  const maps = of(lists, (list) => new Map(list?.map((item) => [item.i, item])));
  return (i) => of(maps, (map) => map.get(i));
}

/** Keeps the stored orders where they already say the order, else numbers the tabs anew. */
function inOrder(tabs: readonly DashboardTab[]): DashboardTab[] {
  const isSorted = tabs.every(({ tab }, index) => index === 0 || (tabs[index - 1]?.tab.order ?? 0) < tab.order);
  return isSorted ? [...tabs] : tabs.map((tab, order) => ({ ...tab, tab: { ...tab.tab, order } }));
}
