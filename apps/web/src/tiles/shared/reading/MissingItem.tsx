import { useLacks } from '#tile-kit/portal/use-may.ts';
import { TileMessage } from './TileMessage.tsx';

/** Stands where a tile cannot have its data item: it was removed or never sent, or the user may not see values (spec 1 §8). */
export function MissingItem() {
  const isForbidden = useLacks('CurrentDataItems', 'View');
  if (isForbidden) return <TileMessage>You are missing permissions to view data items.</TileMessage>;
  return (
    <TileMessage hint="It was removed, or was never sent here. Edit this tile to choose another.">
      Cannot find data item
    </TileMessage>
  );
}
