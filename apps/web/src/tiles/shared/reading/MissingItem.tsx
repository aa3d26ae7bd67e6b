import { useLacks } from '#tile-kit/portal/use-may.ts';
import { TileMessage } from './TileMessage.tsx';

/** Stands where a tile cannot have its data item: the asset has it no more, or the user may not see values (spec 1 §8). */
export function MissingItem() {
  const isForbidden = useLacks('CurrentDataItems', 'View');
  if (isForbidden) return <TileMessage>You are missing permissions to view data items.</TileMessage>;
  return (
    <TileMessage hint="It is no longer among the data items here. Edit this tile to choose another.">
      Cannot find data item
    </TileMessage>
  );
}
