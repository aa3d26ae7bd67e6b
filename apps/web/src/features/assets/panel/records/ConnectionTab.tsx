import { Button } from '@mantine/core';
import { type assets, permissionId } from '@telltale/contract';
import { useState } from 'react';
import { useMay } from '#session/session-store.ts';
import { RefusalList } from '../../connect/arrivals/RefusalList.tsx';
import { TokenPart } from '../../connect/TokenPart.tsx';
import { askForNewToken } from '../../use-new-access-token.ts';
import { ConnectionChanges } from './ConnectionChanges.tsx';
import { ConnectionFacts } from './ConnectionFacts.tsx';
import classes from './records.module.css';

/** How the device of the asset is reached: when it was there, its access token, what of it could not be taken. */
export function ConnectionTab({ asset }: { asset: assets.Asset }) {
  const mayModify = useMay(permissionId('Assets', 'Modify'));
  const maySeeRefused = useMay(permissionId('CurrentDataItems', 'View'));
  return (
    <>
      <section className={classes.section}>
        <ConnectionFacts asset={asset} />
      </section>
      {mayModify ? <AccessToken asset={asset} /> : null}
      {maySeeRefused ? (
        <div className={classes.section}>
          <RefusalList kind="asset" id={asset.assetId} />
        </div>
      ) : null}
      <ConnectionChanges assetId={asset.assetId} />
    </>
  );
}

function AccessToken({ asset }: { asset: assets.Asset }) {
  const [accessToken, setAccessToken] = useState<string>();
  async function renew(): Promise<void> {
    const name = asset.assetAlias || asset.serialNumber;
    const renewed = await askForNewToken({ assetId: asset.assetId, name });
    if (renewed !== undefined) setAccessToken(renewed);
  }
  return (
    <section className={classes.section}>
      {accessToken === undefined ? (
        <div className={classes.head}>
          <h3>Access token</h3>
          <Button size="compact-sm" variant="default" onClick={() => void renew()}>
            New access token…
          </Button>
          <span className={classes.hint}>
            It was shown once, when it was made. The portal keeps only a fingerprint.
          </span>
        </div>
      ) : (
        <TokenPart accessToken={accessToken} onKept={() => undefined}>
          The device sends it as its MQTT user name. The old one has ended.
        </TokenPart>
      )}
    </section>
  );
}
