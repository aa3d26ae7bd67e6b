import { type ItemKind, type ItemRef, itemKinds, type Ownership } from './ownership.ts';

/** `direct`: linked to the selected item itself. `indirect`: reached over other links, or over a nested asset group. */
export type Relation = 'direct' | 'indirect';

/** What belongs together with a selected item, by column. Its own column is empty. */
export type RelatedItems = Readonly<Record<ItemKind, ReadonlyMap<number, Relation>>>;

type Neighbours = ReadonlyMap<number, readonly number[]>;

const none: ReadonlyMap<number, Relation> = new Map();
export const noRelations: RelatedItems = { user: none, userGroup: none, assetGroup: none, asset: none };

/** The links of an admin unit by either end, so that a selection among 10,000 assets answers at once. */
export class RelationIndex {
  /** To the column on the right of each kind, and to the one on its left. */
  readonly #right: Partial<Record<ItemKind, Neighbours>>;
  readonly #left: Partial<Record<ItemKind, Neighbours>>;
  readonly #children: Neighbours;
  readonly #parents: Neighbours;

  constructor(ownership: Ownership) {
    const { userGroupUsers, userGroupAssetGroups, assetGroupAssets, assetGroups } = ownership;
    const members = userGroupUsers.map(({ userId, userGroupId }) => [userId, userGroupId] as const);
    const reached = userGroupAssetGroups.map(({ userGroupId, assetGroupId }) => [userGroupId, assetGroupId] as const);
    const contained = assetGroupAssets.map(({ assetGroupId, assetId }) => [assetGroupId, assetId] as const);
    const nested = assetGroups.flatMap(({ assetGroupId, parentGroupId }) =>
      parentGroupId === null ? [] : [[parentGroupId, assetGroupId] as const],
    );
    this.#right = { user: forward(members), userGroup: forward(reached), assetGroup: forward(contained) };
    this.#left = { userGroup: backward(members), assetGroup: backward(reached), asset: backward(contained) };
    this.#children = forward(nested);
    this.#parents = backward(nested);
  }

  /**
   * Everything related to the item. A link to an asset group includes the groups below it (spec 3 §13), so a walk to
   * the right goes down the tree of asset groups, and a walk to the left goes up.
   */
  relatedTo(item: ItemRef | undefined): RelatedItems {
    if (item === undefined) return noRelations;
    return { ...noRelations, ...this.#walk(item, 'right'), ...this.#walk(item, 'left') };
  }

  /** The items linked to this one itself in the column on its left or right. */
  neighbours(item: ItemRef, side: 'left' | 'right'): readonly number[] {
    return (side === 'right' ? this.#right : this.#left)[item.kind]?.get(item.id) ?? [];
  }

  /** An asset group and every group below it. */
  groupWithBelow(assetGroupId: number): ReadonlySet<number> {
    return new Set(spread(new Map([[assetGroupId, 'direct']]), this.#children).keys());
  }

  #walk(item: ItemRef, side: 'left' | 'right'): Partial<Record<ItemKind, ReadonlyMap<number, Relation>>> {
    const found: Partial<Record<ItemKind, ReadonlyMap<number, Relation>>> = {};
    const links = side === 'right' ? this.#right : this.#left;
    const nesting = side === 'right' ? this.#children : this.#parents;
    const step = side === 'right' ? 1 : -1;
    let reached: ReadonlyMap<number, Relation> = new Map([[item.id, 'direct']]);
    if (item.kind === 'assetGroup') reached = spread(reached, nesting);
    for (let at = itemKinds.indexOf(item.kind); itemKinds[at + step] !== undefined; at += step) {
      const next = itemKinds[at + step] as ItemKind;
      const isFirst = itemKinds[at] === item.kind;
      reached = follow(reached, links[itemKinds[at] as ItemKind], isFirst);
      if (next === 'assetGroup') reached = spread(reached, nesting);
      found[next] = reached;
    }
    return found;
  }
}

/** One column further. Only the first step from the selected item itself finds what is linked to it directly. */
function follow(
  from: ReadonlyMap<number, Relation>,
  links: Neighbours | undefined,
  isFirst: boolean,
): ReadonlyMap<number, Relation> {
  const found = new Map<number, Relation>();
  for (const [id, relation] of from) {
    for (const next of links?.get(id) ?? []) {
      if (isFirst && relation === 'direct') found.set(next, 'direct');
      else if (!found.has(next)) found.set(next, 'indirect');
    }
  }
  return found;
}

/** With all that is reached over `nesting`; a circle ends where it began. */
function spread(from: ReadonlyMap<number, Relation>, nesting: Neighbours): ReadonlyMap<number, Relation> {
  const found = new Map(from);
  const open = [...from.keys()];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const next of nesting.get(id) ?? []) {
      if (found.has(next)) continue;
      found.set(next, 'indirect');
      open.push(next);
    }
  }
  return found;
}

function forward(pairs: readonly (readonly [number, number])[]): Neighbours {
  const found = new Map<number, number[]>();
  for (const [from, to] of pairs) {
    const list = found.get(from);
    if (list) list.push(to);
    else found.set(from, [to]);
  }
  return found;
}

function backward(pairs: readonly (readonly [number, number])[]): Neighbours {
  return forward(pairs.map(([left, right]) => [right, left] as const));
}
