import { SegmentedControl } from '@mantine/core';
import { ADMIN_MODIFY } from '@telltale/contract';
import { useLocation } from 'wouter';
import { useMay } from '#session/session-store.ts';
import { AssetForm } from '../../create/AssetForm.tsx';
import type { CreatedAsset } from '../../create/create-asset.ts';
import type { TokenKind } from '../recipes/recipe.ts';
import classes from './connect-page.module.css';
import { type CreatedGateway, GatewayForm } from './GatewayForm.tsx';

interface NewTokenProps {
  kind: TokenKind;
  onKind: (kind: TokenKind) => void;
  onAsset: (asset: CreatedAsset) => void;
  onGateway: (gateway: CreatedGateway) => void;
}

/** The first step: what the device is, and with that its token. Gateways are for administrators. */
export function NewToken({ kind, onKind, onAsset, onGateway }: NewTokenProps) {
  const [, navigate] = useLocation();
  const isAdministrator = useMay(ADMIN_MODIFY);
  const shown = isAdministrator ? kind : 'asset';
  return (
    <div className={classes.form}>
      {isAdministrator ? (
        <SegmentedControl
          aria-label="What to connect"
          value={shown}
          onChange={(value) => onKind(value === 'gateway' ? 'gateway' : 'asset')}
          data={[
            { value: 'asset', label: 'One asset' },
            { value: 'gateway', label: 'A gateway or Sparkplug edge' },
          ]}
        />
      ) : null}
      <p className={classes.lead}>
        {shown === 'asset'
          ? 'A device that sends its own values. The portal makes the asset with its access token, and shows what to paste.'
          : 'It speaks for many devices with one token, each by its serial number. Assets that it names for the first time are made.'}
      </p>
      {shown === 'asset' ? (
        <AssetForm onCreated={onAsset} onCancel={() => navigate('/assets')} />
      ) : (
        <GatewayForm onCreated={onGateway} />
      )}
    </div>
  );
}
