interface Node {
  readonly id: number;
  readonly parentGroupId: number | null;
}

/** Whether a group would come to stand below itself: `nodes` are all groups of its kind, before the move. */
export function makesCycle(nodes: readonly Node[], id: number, newParentId: number | null): boolean {
  const parents = new Map(nodes.map((node) => [node.id, node.parentGroupId]));
  const seen = new Set<number>();
  for (let above = newParentId; above !== null && !seen.has(above); above = parents.get(above) ?? null) {
    if (above === id) return true;
    seen.add(above);
  }
  return false;
}

/** A group and every group below it. */
export function groupsWithin(nodes: readonly Node[], ids: Iterable<number>): Set<number> {
  const children = Map.groupBy(nodes, (node) => node.parentGroupId);
  const found = new Set<number>();
  const waiting = [...ids];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(children.get(next) ?? []).map((child) => child.id));
  }
  return found;
}
