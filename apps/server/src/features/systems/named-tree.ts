import type { DefinitionTree } from '@telltale/contract';
import { aliasesOf } from '@telltale/domain';
import { nameKey } from '#names.ts';
import type { SystemAttribute } from './system-repository.ts';

/** The tree of a system in its own words: what it calls data items counts over what its assets call them (spec 2 §3). */
export function asSystemCalls(
  tree: DefinitionTree,
  attributes: readonly Pick<SystemAttribute, 'attributeName' | 'attributeValue'>[],
): DefinitionTree {
  const aliasMap = attributes.find(({ attributeName }) => nameKey(attributeName) === 'aliasmap')?.attributeValue;
  const aliases = aliasesOf(aliasMap);
  return aliases.size === 0 ? tree : renamed(tree, aliases);
}

function renamed(tree: DefinitionTree, aliases: ReadonlyMap<number, string>): DefinitionTree {
  const slots = tree.slots.map(({ assetDefinition, systemDefinition, ...slot }) => ({
    ...slot,
    ...(assetDefinition && { assetDefinition: renamed(assetDefinition, aliases) }),
    ...(systemDefinition && { systemDefinition: renamed(systemDefinition, aliases) }),
  }));
  const dataItemDefinitions = tree.dataItemDefinitions.map((item) => {
    const alias = aliases.get(item.dataItemId);
    return alias === undefined ? item : { ...item, alias };
  });
  return { slots, dataItemDefinitions };
}
