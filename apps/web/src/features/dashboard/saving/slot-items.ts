import type { definitions } from '@telltale/contract';
import type { DefaultDashboardItem } from '../model/default-dashboard.ts';

/** Slots of a system that its default dashboard looks at. */
const SHOWN_SLOTS = 6;

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
 * order; of an empty slot what its definition names, so that a new system has a dashboard before anything stands in it.
 * @param numericOf the numeric items of an asset, none where it has sent nothing
 */
export async function slotItems(
  tree: definitions.DefinitionTree,
  filled: readonly { assetId: number; slotPath: readonly number[] }[],
  numericOf: (assetId: number) => Promise<readonly number[]>,
): Promise<DefaultDashboardItem[][]> {
  const assetAt = new Map(filled.map(({ assetId, slotPath }) => [slotPath.join(), assetId]));
  const slots: DefaultDashboardItem[][] = [];
  for (const { slotPath, defined } of assetSlots(tree)) {
    if (slots.length === SHOWN_SLOTS) break;
    const assetId = assetAt.get(slotPath.join());
    const numeric = assetId === undefined ? [] : await numericOf(assetId);
    const items = numeric.length > 0 ? numeric : defined;
    if (items.length > 0) slots.push(items.map((dataItemId) => ({ dataItemId, slotPath })));
  }
  return slots;
}
