import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ownership } from '@telltale/contract';
import { useMemo } from 'react';
import { assetAccessQuery } from '#api/ownership-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { AssetUsers } from './AssetUsers.tsx';
import classes from './access.module.css';
import { permissionQuestions } from './permission-questions.ts';
import type { AccessAddress } from './use-access-address.ts';

interface AssetQuestionProps {
  assets: readonly ownership.OwnedAsset[];
  address: AccessAddress;
  /** The name of an admin unit other than one's own. */
  unitName: (adminId: number) => string | undefined;
}

/** Who can see an asset, or do something with it. */
export function AssetQuestion({ assets, address, unitName }: AssetQuestionProps) {
  const options = useMemo(
    () =>
      assets.map(({ assetId, assetAlias, serialNumber }) => ({
        value: String(assetId),
        label: assetAlias && assetAlias !== serialNumber ? `${assetAlias} (${serialNumber})` : serialNumber,
      })),
    [assets],
  );
  const { assetId, permissionId } = address;
  return (
    <>
      <div className={classes.question}>
        <Select
          label="Asset"
          placeholder="Choose an asset"
          className={classes.wide ?? ''}
          searchable
          clearable
          limit={100}
          data={options}
          value={assetId === undefined ? null : String(assetId)}
          onChange={(id) => address.setAsset(id === null ? undefined : Number(id))}
        />
        <Select
          label="Who can"
          searchable
          allowDeselect={false}
          data={permissionQuestions}
          value={String(permissionId)}
          onChange={(id) => id !== null && address.setPermission(Number(id))}
        />
      </div>
      {assetId === undefined ? (
        <EmptyState title="Choose an asset.">
          Then everybody is named who can see it, and through which groups. The address of the page can be sent to a
          colleague.
        </EmptyState>
      ) : (
        <Answer assetId={assetId} permissionId={permissionId} address={address} unitName={unitName} />
      )}
    </>
  );
}

function Answer({
  assetId,
  permissionId,
  ...props
}: { assetId: number; permissionId: number } & Pick<AssetQuestionProps, 'address' | 'unitName'>) {
  const answer = useQuery(assetAccessQuery(assetId, permissionId));
  return (
    <>
      {answer.data ? <AssetUsers answer={answer.data} {...props} /> : null}
      <Pending query={answer} label="Asking who can" failure="Who can could not be answered." rows={8} />
    </>
  );
}
