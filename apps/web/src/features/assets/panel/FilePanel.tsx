import { useEffect } from 'react';
import { setUi, useUiStore } from '#actions/ui-store.ts';
import { putFilesInAddress } from '#pages/panel-address.ts';
import { ModelessPanel } from '#ui/page/ModelessPanel.tsx';
import { AssetFiles } from './files/AssetFiles.tsx';

/**
 * The files of an asset beside the page (spec 1 §2); whose they are stands in the address. A tile of the page may hide
 * the panel (HIDE_FILE_PANEL).
 */
export function FilePanel({ assetId }: { assetId: number }) {
  useEffect(() => {
    putFilesInAddress(assetId);
    return () => {
      if (useUiStore.getState().filePanel === undefined) putFilesInAddress(undefined);
    };
  }, [assetId]);
  return (
    <ModelessPanel title="Files" onClose={() => setUi({ filePanel: undefined })}>
      <AssetFiles assetId={assetId} />
    </ModelessPanel>
  );
}
