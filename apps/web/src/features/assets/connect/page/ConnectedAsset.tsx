import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type assets, permissionId } from '@telltale/contract';
import { assetQuery } from '#api/asset-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { askForNewToken } from '../../use-new-access-token.ts';
import { AssetArrivals } from '../arrivals/AssetArrivals.tsx';
import { ConnectLayout } from './ConnectLayout.tsx';

interface ConnectedAssetProps {
  assetId: number;
  /** As the portal answered it when it was made here: its maker need not have access to it. */
  created: assets.Asset | undefined;
  token: string | undefined;
  onToken: (accessToken: string) => void;
  onKept: () => void;
}

/** The second step for one asset. */
export function ConnectedAsset({ assetId, created, token, onToken, onKept }: ConnectedAssetProps) {
  const query = useQuery({ ...assetQuery(assetId), retry: false });
  const mayModify = useMay(permissionId('Assets', 'Modify'));
  const asset = created ?? query.data;
  if (!asset) {
    return <Pending query={query} label="Loading the asset" failure="The asset could not be loaded." rows={8} />;
  }
  const name = asset.assetAlias || asset.serialNumber;
  const renew = async () => {
    const accessToken = await askForNewToken({ assetId: asset.assetId, name });
    if (accessToken !== undefined) onToken(accessToken);
  };
  return (
    <ConnectLayout
      kind="asset"
      name={name}
      token={token}
      onKept={onKept}
      hint={
        token === undefined ? (
          <>
            The access token was shown once.{' '}
            {mayModify ? (
              <Button variant="default" size="compact-xs" onClick={() => void renew()}>
                New access token
              </Button>
            ) : null}
          </>
        ) : (
          'The device sends it as its MQTT user name. The portal keeps only a fingerprint of it: a lost one is replaced.'
        )
      }
    >
      <AssetArrivals asset={asset} onReceived={onKept} />
    </ConnectLayout>
  );
}
