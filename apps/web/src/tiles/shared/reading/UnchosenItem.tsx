import { TileMessage } from './TileMessage.tsx';

/** Stands where a tile has nothing to show yet, because nobody chose what. */
export function UnchosenItem({ isSeveral = false }: { isSeveral?: boolean }) {
  return (
    <TileMessage hint="Edit this tile to choose what it shows.">Choose data item{isSeveral ? 's' : ''}</TileMessage>
  );
}
