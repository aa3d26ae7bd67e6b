import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type definitions as definitionCalls, permissionId } from '@telltale/contract';
import { useMemo } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { definitionListQuery } from '#api/definition-queries.ts';
import { useMay } from '#session/session-store.ts';
import { definitionName } from './asset-form.ts';

const MAY_LIST = permissionId('AssetDefinitions', 'View');
const MAY_DEFINE = permissionId('AssetDefinitions', 'Create');

/** What the form has to know: definitions there are, serial numbers that are taken, and what the user may do. */
export function useFormFacts() {
  const client = useQueryClient();
  const mayList = useMay(MAY_LIST);
  const mayDefine = useMay(MAY_DEFINE);
  const listed = useQuery({ ...definitionListQuery, enabled: mayList }).data;
  const assets = useQuery({ ...assetListQuery, enabled: false }).data;

  return useMemo(() => {
    // Who may not see the list of definitions still knows those of the assets in sight.
    const definitions = listed ?? [
      ...new Map((assets ?? []).map((asset) => [asset.assetDefinitionId, asset.assetDefinition])).values(),
    ];
    const only = definitions.length === 1 ? definitions[0] : undefined;
    return {
      client,
      mayDefine,
      definitions: definitions as readonly definitionCalls.AssetDefinition[],
      serialNumbers: (assets ?? []).map(({ serialNumber }) => serialNumber),
      /** What the definition is before anything is typed: the only one that there is. */
      usualDefinition: only ? definitionName(only) : '',
    };
  }, [client, listed, assets, mayDefine]);
}
