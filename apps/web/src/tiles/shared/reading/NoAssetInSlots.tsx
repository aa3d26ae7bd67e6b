import { TileMessage } from './TileMessage.tsx';

/** Said on the dashboard of a system where there is no asset to show anything of. */
export function NoAssetInSlots({ what }: { what: string }) {
  return (
    <TileMessage>No asset that you may see stands in a slot of this system: there are no {what} to show.</TileMessage>
  );
}
