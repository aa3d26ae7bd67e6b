import { lazyPart } from '#ui/lazy-part.tsx';
import { useDashboardScope } from '../dashboard-scope.tsx';

export { PartBar } from '#pages/parts/PartBar.tsx';
export { STATE_WORDS, usedText } from '#pages/parts/part-words.ts';

const PartDrawer = lazyPart(async () => (await import('#pages/parts/PartDrawer.tsx')).PartDrawer);

interface PartOfDashboardProps {
  eventDefinitionId: number;
  at: string | undefined;
  onClose: () => void;
}

/** The panel of a part of the dashboard's asset. */
export function PartOfDashboard(props: PartOfDashboardProps) {
  const { asset, zone } = useDashboardScope();
  return (
    <PartDrawer assetId={asset.assetId} assetName={asset.assetAlias || asset.serialNumber} zone={zone} {...props} />
  );
}
