import { TileMessage } from './TileMessage.tsx';

/** Said on the dashboard of a system: it shows data items of the assets in its slots, and has no records of its own. */
export function OfAssetsOnly({ what }: { what: string }) {
  return (
    <TileMessage>
      A system has no {what} of its own. This tile shows those of an asset, on the asset’s own dashboard.
    </TileMessage>
  );
}
