import { TileMessage } from './TileMessage.tsx';

/** Said on the dashboard of a system by a tile that is about one asset and how it is set up. */
export function OfAssetsOnly({ what }: { what: string }) {
  return (
    <TileMessage>
      A system has no {what} of its own. This tile shows those of an asset, on the asset’s own dashboard.
    </TileMessage>
  );
}
