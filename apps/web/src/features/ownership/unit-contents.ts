import type { ownership } from '@telltale/contract';
import { collator } from '#ui/access/columns/item-list.ts';
import { kindNames } from '#ui/access/ownership.ts';

/** How much of one kind belongs to a unit. */
export interface UnitContent {
  readonly heading: string;
  /** Of the unit itself, and of the units below it. */
  readonly own: number;
  readonly below: number;
  /** The first of its own by name. */
  readonly names: readonly string[];
}

const NAMES_SHOWN = 8;

/** What belongs to a unit itself; the answer of the portal holds the units below it as well. */
export function unitContents(data: ownership.Ownership, adminId: number): UnitContent[] {
  const contentOf = (heading: string, records: readonly { adminId: number; name: string }[]): UnitContent => {
    const own = records.filter((record) => record.adminId === adminId);
    return {
      heading,
      own: own.length,
      below: records.length - own.length,
      names: own
        .map(({ name }) => name)
        .sort(collator.compare)
        .slice(0, NAMES_SHOWN),
    };
  };
  return [
    contentOf(
      kindNames.user.heading,
      data.users.map((one) => ({ adminId: one.adminId, name: one.username })),
    ),
    contentOf(
      kindNames.userGroup.heading,
      data.userGroups.map((one) => ({ adminId: one.adminId, name: one.userGroupName })),
    ),
    contentOf(
      kindNames.assetGroup.heading,
      data.assetGroups.map((one) => ({ adminId: one.adminId, name: one.assetGroupName })),
    ),
    contentOf(
      kindNames.asset.heading,
      data.assets.map((one) => ({ adminId: one.adminId, name: one.assetAlias || one.serialNumber })),
    ),
  ];
}
