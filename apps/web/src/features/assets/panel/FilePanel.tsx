import { setUi } from '#actions/ui-store.ts';
import { ModelessPanel } from '#ui/page/ModelessPanel.tsx';
import { AssetFiles } from './files/AssetFiles.tsx';

/** The files of an asset beside the page (spec 1 §2). A tile there may hide it (HIDE_FILE_PANEL). */
export function FilePanel({ assetId }: { assetId: number }) {
  return (
    <ModelessPanel title="Files" onClose={() => setUi({ filePanel: undefined })}>
      <AssetFiles assetId={assetId} />
    </ModelessPanel>
  );
}
