import { Modal } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { confirm, useConfirmStore } from '#ui/feedback/confirm.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import type { AssetDialogRequest } from './asset-dialog.ts';
import { ConnectDevice } from './connect/ConnectDevice.tsx';
import { FirstValues } from './connect/FirstValues.tsx';
import { AssetForm } from './create/AssetForm.tsx';
import type { CreatedAsset } from './create/create-asset.ts';

interface AssetDialogProps {
  request: Extract<AssetDialogRequest, { kind: 'new' | 'token' }>;
  onClose: () => void;
}

/** Creates an asset and helps to connect its device, or shows a new access token. */
export function AssetDialog({ request, onClose }: AssetDialogProps) {
  const isNarrow = useLayoutSize() === 'xxs';
  const isAsking = useConfirmStore((store) => store.open !== undefined);
  const [created, setCreated] = useState<CreatedAsset>();
  const isTokenKept = useRef(false);
  const keep = useCallback(() => {
    isTokenKept.current = true;
  }, []);

  const token = request.kind === 'token' ? request : undefined;
  const accessToken = token?.accessToken ?? created?.accessToken;
  const close = async () => {
    const isLost = accessToken !== undefined && !isTokenKept.current;
    if (!isLost || (await confirm(closeQuestion))) onClose();
  };
  const title = () => {
    if (token) return `New access token of ${token.name}`;
    return created ? `Connect ${created.assetAlias || created.serialNumber}` : 'New asset';
  };

  return (
    <Modal
      opened
      onClose={() => void close()}
      title={title()}
      size={accessToken === undefined ? 'md' : 'lg'}
      fullScreen={isNarrow}
      // A click beside the dialog must not throw away what was typed, or the only sight of a token.
      closeOnClickOutside={false}
      closeOnEscape={!isAsking}
    >
      {accessToken === undefined ? (
        <AssetForm onCreated={setCreated} onCancel={onClose} />
      ) : (
        <ConnectDevice accessToken={accessToken} onKept={keep} onClose={() => void close()}>
          {created ? <FirstValues assetId={created.assetId} onReceived={keep} /> : null}
        </ConnectDevice>
      )}
    </Modal>
  );
}

const closeQuestion = {
  title: 'Close without the token?',
  message: 'The access token was not copied, and it is not shown again. The menu of the asset can make a new one.',
  confirmLabel: 'Close',
  cancelLabel: 'Back',
};
