import type { definitions } from '@telltale/contract';
import type { DefaultDashboardItem } from '../model/default-dashboard.ts';

/** Slots of a system that its default dashboard looks at. */
const SHOWN_SLOTS = 6;

export interface SentItem {
  dataItemId: number;
  isString: boolean;
}

interface SlotPlace {
  slotPath: readonly number[];
  /** What the definition of what stands there says. */
  defined: readonly number[];
}

/** The slots for assets, those of systems in slots included, nearer ones first. */
function assetSlots(tree: definitions.DefinitionTree): SlotPlace[] {
  const found: SlotPlace[] = [];
  const waiting = [{ tree, slotPath: [] as readonly number[] }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const { slotId, assetDefinition, systemDefinition } of next.tree.slots) {
      const slotPath = [...next.slotPath, slotId];
      if (assetDefinition) {
        found.push({ slotPath, defined: assetDefinition.dataItemDefinitions.map(({ dataItemId }) => dataItemId) });
      }
      if (systemDefinition) waiting.push({ tree: systemDefinition, slotPath });
    }
  }
  return found;
}

/**
 * What the default dashboard of a system shows of each of its slots: the numeric items of the asset that stands there, in their
 * order; of an empty slot, and where nothing was sent, what its definition names, so that a new system has a dashboard before
 * anything stands in it. What any of the assets has sent as text is left out: gauges and charts draw numbers.
 * @param itemsOf the items that an asset has sent, in their order
 */
export async function slotItems(
  tree: definitions.DefinitionTree,
  filled: readonly { assetId: number; slotPath: readonly number[] }[],
  itemsOf: (assetId: number) => Promise<readonly SentItem[]>,
): Promise<DefaultDashboardItem[][]> {
  const assetAt = new Map(filled.map(({ assetId, slotPath }) => [slotPath.join(), assetId]));
  const texts = new Set<number>();
  const slots: { slotPath: readonly number[]; sent: readonly number[]; defined: readonly number[] }[] = [];
  for (const { slotPath, defined } of assetSlots(tree)) {
    if (slots.length === SHOWN_SLOTS) break;
    const assetId = assetAt.get(slotPath.join());
    const items = assetId === undefined ? [] : await itemsOf(assetId);
    for (const { dataItemId, isString } of items) if (isString) texts.add(dataItemId);
    const sent = items.filter(({ isString }) => !isString).map(({ dataItemId }) => dataItemId);
    if (sent.length > 0 || defined.some((dataItemId) => !texts.has(dataItemId)))
      slots.push({ slotPath, sent, defined });
  }
  // What stands in a later slot may tell of an empty one before it.
  return slots
    .map(({ slotPath, sent, defined }) => {
      const ids = sent.length > 0 ? sent : defined.filter((dataItemId) => !texts.has(dataItemId));
      return ids.map((dataItemId) => ({ dataItemId, slotPath }));
    })
    .filter((items) => items.length > 0);
}
