import type { DataItemSelection, definitions } from '@telltale/contract';
import { itemName } from '@telltale/domain';

type DefinitionTree = definitions.DefinitionTree;
type DefinitionSlot = definitions.DefinitionSlot;

/** What the picker shows of one place in the definition: the slots that lead on, then the data items. */
export interface PickerLevel {
  slots: { slotId: number; name: string }[];
  dataItems: DataItemOption[];
}

export interface DataItemOption {
  selection: DataItemSelection;
  label: string;
  /** What people read of it. */
  name: string;
  /** The portal calculates it. */
  isCalculated?: boolean;
  /** Names of the slots walked to it. */
  trail: string[];
}

function treeOf(slot: DefinitionSlot): DefinitionTree | undefined {
  return slot.assetDefinition ?? slot.systemDefinition;
}

interface Place {
  tree: DefinitionTree;
  slotPath: number[];
  trail: string[];
}

function optionsOf({ tree, slotPath, trail }: Place): DataItemOption[] {
  return tree.dataItemDefinitions.map(({ dataItemId, label, alias, isCalculated }) => ({
    selection: { slotPath, dataItem: dataItemId },
    label,
    name: itemName({ label, alias }),
    ...(isCalculated ? { isCalculated } : {}),
    trail,
  }));
}

function walk(root: DefinitionTree, slotPath: readonly number[]): Place | undefined {
  let place: Place = { tree: root, slotPath: [], trail: [] };
  for (const slotId of slotPath) {
    const slot = place.tree.slots.find((candidate) => candidate.slotId === slotId);
    const tree = slot === undefined ? undefined : treeOf(slot);
    if (slot === undefined || tree === undefined) return undefined;
    place = { tree, slotPath: [...place.slotPath, slotId], trail: [...place.trail, slot.name] };
  }
  return place;
}

/** Names of the slots of a path; none where it leads nowhere. */
export function trailOf(root: DefinitionTree, slotPath: readonly number[]): readonly string[] {
  return walk(root, slotPath)?.trail ?? [];
}

/** The level at the end of a path of slots; undefined where the path leads nowhere. */
export function levelAt(root: DefinitionTree, slotPath: readonly number[]): PickerLevel | undefined {
  const place = walk(root, slotPath);
  if (place === undefined) return undefined;
  const slots = place.tree.slots.filter((slot) => treeOf(slot) !== undefined);
  return { slots: slots.map(({ slotId, name }) => ({ slotId, name })), dataItems: optionsOf(place) };
}

/** Every data item that can be reached, those without slots first. */
export function listDataItems(root: DefinitionTree): DataItemOption[] {
  const found: DataItemOption[] = [];
  const open: Place[] = [{ tree: root, slotPath: [], trail: [] }];
  for (let place = open.shift(); place !== undefined; place = open.shift()) {
    found.push(...optionsOf(place));
    for (const slot of place.tree.slots) {
      const tree = treeOf(slot);
      if (tree === undefined) continue;
      open.push({ tree, slotPath: [...place.slotPath, slot.slotId], trail: [...place.trail, slot.name] });
    }
  }
  return found;
}

/** The option that a selection means; undefined while nothing is chosen, and where it leads nowhere. */
export function findDataItem(root: DefinitionTree, selection: DataItemSelection): DataItemOption | undefined {
  const place = walk(root, selection.slotPath);
  if (place === undefined || selection.dataItem === null) return undefined;
  return optionsOf(place).find((option) => option.selection.dataItem === selection.dataItem);
}

/** Options whose names, label or trail hold every word of the filter, without regard to case; `readName` is what is read of them. */
export function filterDataItems(
  options: readonly DataItemOption[],
  filter: string,
  readName: (option: DataItemOption) => string,
): DataItemOption[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  return options.filter((option) => {
    const text = [readName(option), option.name, option.label, ...option.trail].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Equal selections have equal keys. */
export function selectionKey({ slotPath, dataItem }: DataItemSelection): string {
  return [...slotPath, dataItem ?? ''].join('/');
}
