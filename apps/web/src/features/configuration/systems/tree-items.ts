import type { DefinitionTree } from '@telltale/contract';

/** Every data item that a system's dashboards can read, each once, by label. */
export function treeItems(tree: DefinitionTree | undefined): { dataItemId: number; label: string }[] {
  const found = new Map<number, string>();
  const waiting = tree === undefined ? [] : [tree];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { dataItemId, label } of next.dataItemDefinitions) found.set(dataItemId, label);
    for (const slot of next.slots) {
      if (slot.assetDefinition) waiting.push(slot.assetDefinition);
      if (slot.systemDefinition) waiting.push(slot.systemDefinition);
    }
  }
  return [...found]
    .map(([dataItemId, label]) => ({ dataItemId, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
