import { DEFAULT_TAB_NAME, type LayoutSize, layoutSizes, NEW_TILE, type Tab, type Tile } from '@telltale/contract';
import { type DashboardModel, type DashboardTab, emptyTab } from './dashboard-model.ts';
import { isRecord, ownValue, readCount, readItems, without } from './read-json.ts';

/** A config that says more than this many levels is not a dashboard (guarantee G5). */
const MAX_DEPTH = 64;

export interface ReadConfig {
  readonly model: DashboardModel;
  /** Why nothing of the stored text could be used. It stays stored until somebody saves over it. */
  readonly problem?: string;
}

/**
 * Reads a stored config as far as it makes sense: what is wrong gets its default, what is unknown is kept for the way
 * back. Tabs and tiles without an id get one of `newId`: by default a counted one, so that one text read twice (here
 * and by somebody else) gives the same ids.
 */
export function readConfig(text: string, newId: () => string = countedIds(text)): ReadConfig {
  const document = parse(text);
  if (typeof document === 'string')
    return { model: aModel([emptyTab(newId(), DEFAULT_TAB_NAME, 0)]), problem: document };

  const storedTabs = readItems(ownValue(document, 'tabs'));
  const tileLists = listsByTab(ownValue(document, 'tiles'), storedTabs);
  const layoutLists = listsByTab(ownValue(document, 'layouts'), storedTabs);
  const tabs: DashboardTab[] = [];
  const usedKeys = new Set<string>();
  const usedTabIds = new Set<string>();
  const usedTileIds = new Set<string>();

  for (const [index, stored] of storedTabs.filter(isRecord).entries()) {
    const storedId = readId(ownValue(stored, 'id'));
    // Documents whose tabs have no ids keep tiles by the number of the tab.
    const key = storedId ?? String(index);
    const id = storedId === undefined || usedTabIds.has(storedId) ? newId() : storedId;
    usedTabIds.add(id);
    usedKeys.add(key);
    const tiles = readTiles(ownValue(tileLists, key), usedTileIds, newId);
    tabs.push({ tab: readTab(stored, id, index), ...tiles, ...readLayouts(ownValue(layoutLists, key), tiles) });
  }
  if (tabs.length === 0) {
    const tiles = readTiles(Array.isArray(tileLists) ? tileLists : [], usedTileIds, newId);
    const tab = emptyTab(newId(), DEFAULT_TAB_NAME, 0);
    tabs.push({ ...tab, tiles: tiles.tiles, kept: { ...tab.kept, tiles: tiles.kept.tiles } });
  }
  tabs.sort((a, b) => a.tab.order - b.tab.order);

  return {
    model: {
      tabs,
      kept: {
        document: without(document, ['tabs', 'tiles', 'layouts']),
        tiles: isRecord(tileLists) ? without(tileLists, usedKeys) : {},
        layouts: isRecord(layoutLists) ? without(layoutLists, usedKeys) : {},
      },
    },
  };
}

/**
 * Tiles or layouts by the key of their tab. Other makes keep them in a list with an entry for each tab, by the tab's
 * number though it has an id, or for the only tab without naming it at all.
 */
function listsByTab(value: unknown, storedTabs: readonly unknown[]): unknown {
  const keys = storedTabs.map((tab, index) => readId(ownValue(tab, 'id')) ?? String(index));
  const [first] = keys;
  if (first === undefined) return value;
  const entries = Array.isArray(value) ? entriesOf(value) : isRecord(value) ? Object.entries(value) : [];
  const isNumber = ([key]: [string, unknown]) => /^\d+$/.test(key) && keys[Number(key)] !== undefined;
  const isByNumber = entries.length > 0 && entries.every(isNumber) && !entries.some(([key]) => keys.includes(key));
  if (Array.isArray(value) || isByNumber) {
    return Object.fromEntries(entries.map(([key, list]) => [keys[Number(key)] ?? key, list]));
  }
  const isOfOneTab = entries.length > 0 && entries.every(([key]) => (layoutSizes as readonly string[]).includes(key));
  return isOfOneTab && !entries.some(([key]) => keys.includes(key)) ? { [first]: value } : value;
}

/** A list of lists by number; a list of the things themselves is the first tab's. */
function entriesOf(list: readonly unknown[]): [string, unknown][] {
  const isOfLists = list.every(
    (entry) => Array.isArray(entry) || (isRecord(entry) && !Object.hasOwn(entry, 'properties')),
  );
  return isOfLists ? list.map((entry, index) => [String(index), entry]) : [['0', list]];
}

/** Counts on from the highest number that the text has, so that no stored id is taken. */
function countedIds(text: string): () => string {
  let count = 0;
  for (const [, number] of text.matchAll(/"unnamed-(\d{1,9})"/g)) count = Math.max(count, Number(number));
  return () => `unnamed-${++count}`;
}

/** The config text of a model, in the shape of the contract's DashboardDocument. */
export function writeConfig({ tabs, kept }: DashboardModel): string {
  // Entries and not assignments: a key `__proto__` must become a key.
  const tiles = tabs.map(({ tab, tiles, kept }) => [tab.id, [...tiles, ...kept.tiles]] as const);
  const layouts = tabs.map(({ tab, layouts, kept }) => [tab.id, { ...kept.layouts, ...layouts }] as const);
  return JSON.stringify({
    ...kept.document,
    tabs: tabs.map(({ tab }) => tab),
    tiles: { ...kept.tiles, ...Object.fromEntries(tiles) },
    layouts: { ...kept.layouts, ...Object.fromEntries(layouts) },
  });
}

function aModel(tabs: DashboardTab[]): DashboardModel {
  return { tabs, kept: { document: {}, tiles: {}, layouts: {} } };
}

/** The document, or what is wrong with its text. */
function parse(text: string): Record<string, unknown> | string {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return `The stored dashboard is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (!isRecord(document)) return 'The stored dashboard is JSON, but not an object.';
  if (isDeeperThan(document, MAX_DEPTH)) return `The stored dashboard is nested deeper than ${MAX_DEPTH} levels.`;
  return document;
}

/** Without recursion: the text may be nested deeper than the stack is. */
function isDeeperThan(root: unknown, limit: number): boolean {
  let level = [root];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}

function readId(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function readTab(stored: Record<string, unknown>, id: string, index: number): Tab {
  const name = ownValue(stored, 'name');
  const order = ownValue(stored, 'order');
  const permissionId = Number(ownValue(stored, 'permissionId') ?? Number.NaN);
  const shown = layoutSizes.flatMap((size) => {
    const flag = ownValue(stored, size);
    return typeof flag === 'boolean' ? [[size, flag] as const] : [];
  });
  return {
    ...without(stored, ['permissionId', ...layoutSizes]),
    id,
    name: typeof name === 'string' && name.trim() !== '' ? name : `tab ${index + 1}`,
    order: typeof order === 'number' && Number.isFinite(order) ? order : index,
    ...(Number.isInteger(permissionId) && permissionId > 0 ? { permissionId } : {}),
    ...Object.fromEntries(shown),
  };
}

function readTiles(value: unknown, usedIds: Set<string>, newId: () => string) {
  const stored = readItems(value);
  const tiles = stored.filter(isRecord).map((tile) => readTile(tile, usedIds, newId));
  return { tiles, kept: { tiles: stored.filter((tile) => !isRecord(tile)), layouts: {} } };
}

/** A stored tile as far as it makes sense; an id that is missing or taken is replaced. */
export function readTile(stored: Record<string, unknown>, usedIds: Set<string>, newId: () => string): Tile {
  const storedId = readId(ownValue(stored, 'id'));
  // Two tiles of one id could not be told apart; the second gets its own.
  const id = storedId === undefined || usedIds.has(storedId) ? newId() : storedId;
  usedIds.add(id);
  const grid = ownValue(stored, 'dataGrid');
  const size = isRecord(grid) ? grid : {};
  return {
    ...stored,
    id,
    properties: readProperties(ownValue(stored, 'properties')),
    dataGrid: {
      ...size,
      x: readCount(ownValue(size, 'x'), NEW_TILE.x),
      y: readCount(ownValue(size, 'y'), NEW_TILE.y),
      w: readCount(ownValue(size, 'w'), NEW_TILE.w, 1),
      h: readCount(ownValue(size, 'h'), NEW_TILE.h, 1),
    },
  };
}

function readProperties(value: unknown): Tile['properties'] {
  const stored = isRecord(value) ? value : {};
  const type = ownValue(stored, 'type');
  const bag = isRecord(type) ? type : typeof type === 'string' ? { value: type } : {};
  const typeValue = ownValue(bag, 'value');
  const typeName = ownValue(bag, 'name');
  const isDefault = ownValue(bag, 'default');
  const text = (key: string) => {
    const entry = ownValue(stored, key);
    return typeof entry === 'string' ? { [key]: entry } : {};
  };
  const overflow = ownValue(stored, 'overflow');
  return {
    ...without(stored, ['settingsGuid', 'title', 'overflow']),
    ...text('settingsGuid'),
    ...text('title'),
    ...(overflow === 'hidden' || overflow === 'scroll' ? { overflow } : {}),
    type: {
      ...without(bag, ['default']),
      name: typeof typeName === 'string' ? typeName : '',
      value: typeof typeValue === 'string' ? typeValue : '',
      ...(typeof isDefault === 'boolean' ? { default: isDefault } : {}),
    },
  };
}

function readLayouts(value: unknown, { tiles, kept }: Pick<DashboardTab, 'tiles' | 'kept'>) {
  const stored = isRecord(value) ? value : {};
  const ids = new Set(tiles.map(({ id }) => id));
  const layouts = layoutSizes.flatMap((size): [LayoutSize, DashboardTab['layouts'][LayoutSize]][] => {
    const items = ownValue(stored, size);
    return Array.isArray(items) ? [[size, items.filter(isRecord).flatMap((item) => readLayoutItem(item, ids))]] : [];
  });
  return {
    layouts: Object.fromEntries(layouts) as DashboardTab['layouts'],
    kept: { ...kept, layouts: without(stored, layoutSizes) },
  };
}

function flag(stored: Record<string, unknown>, key: 'moved' | 'static'): { [key]?: boolean } {
  const value = ownValue(stored, key);
  return typeof value === 'boolean' ? { [key]: value } : {};
}

function readLayoutItem(stored: Record<string, unknown>, ids: ReadonlySet<string>) {
  const i = readId(ownValue(stored, 'i'));
  if (i === undefined || !ids.has(i)) return [];
  return [
    {
      ...without(stored, ['moved', 'static']),
      i,
      x: readCount(ownValue(stored, 'x'), NEW_TILE.x),
      y: readCount(ownValue(stored, 'y'), NEW_TILE.y),
      w: readCount(ownValue(stored, 'w'), NEW_TILE.w, 1),
      h: readCount(ownValue(stored, 'h'), NEW_TILE.h, 1),
      ...flag(stored, 'moved'),
      ...flag(stored, 'static'),
    },
  ];
}
