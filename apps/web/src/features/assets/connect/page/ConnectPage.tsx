import { useCallback, useState } from 'react';
import { DeviceAccessLinks } from '#pages/devices/DeviceAccessLinks.tsx';
import { useLeaveGuard } from '#pages/leave-guard.ts';
import { Page } from '#ui/page/Page.tsx';
import type { CreatedAsset } from '../../create/create-asset.ts';
import type { TokenKind } from '../recipes/recipe.ts';
import { ConnectedAsset } from './ConnectedAsset.tsx';
import { ConnectedGateway } from './ConnectedGateway.tsx';
import { useConnectAddress } from './connect-address.ts';
import { NewToken } from './NewToken.tsx';

/** A token that was made here: the portal tells it this once, so it is kept nowhere but on the screen. */
interface MadeToken {
  kind: TokenKind;
  id: number;
  accessToken: string;
}

/** Makes an asset or a gateway with its token, shows what to paste into the device, and says what becomes of it. */
export function ConnectPage() {
  const { kind, id, open } = useConnectAddress();
  const [made, setMade] = useState<MadeToken>();
  const [asset, setAsset] = useState<CreatedAsset>();
  const [isKept, setKept] = useState(false);
  const keep = useCallback(() => setKept(true), []);
  const token = made?.kind === kind && made.id === id ? made.accessToken : undefined;
  useLeaveGuard({
    isActive: token !== undefined && !isKept,
    title: 'Leave without the token?',
    question: 'The access token was not copied, and it is not shown again.',
    isHarmless: ({ pathname }) => pathname === `/connect/${kind}/${id}`,
  });
  const take = (taken: MadeToken) => {
    setMade(taken);
    setKept(false);
    open(taken);
  };

  return (
    <Page title="Connect a device" columnWidth={1280} head={<DeviceAccessLinks here="/connect" />}>
      {id === undefined ? (
        <NewToken
          kind={kind}
          onKind={(to) => open({ kind: to })}
          onAsset={(created) => {
            setAsset(created);
            take({ kind: 'asset', id: created.assetId, accessToken: created.accessToken });
          }}
          onGateway={({ gatewayId, accessToken }) => take({ kind: 'gateway', id: gatewayId, accessToken })}
        />
      ) : kind === 'asset' ? (
        <ConnectedAsset
          key={id}
          assetId={id}
          created={asset?.assetId === id ? asset : undefined}
          token={token}
          onToken={(accessToken) => take({ kind, id, accessToken })}
          onKept={keep}
        />
      ) : (
        <ConnectedGateway key={id} gatewayId={id} token={token} onKept={keep} />
      )}
    </Page>
  );
}
