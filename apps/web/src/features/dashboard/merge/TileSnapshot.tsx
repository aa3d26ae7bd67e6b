import type { Tile } from '@telltale/contract';
import { useRef } from 'react';
import { TileContent } from '#tile-kit/TileContent.tsx';
import { useElementSize } from '#tile-kit/use-element-size.ts';
import { useWasSeen } from '#tile-kit/use-was-seen.ts';
import classes from '../changes.module.css';
import { definitionOf } from '../tile-definition.ts';

/** A tile as it would look, with live data, once it is scrolled to. */
export function TileSnapshot({ tile }: { tile: Tile }) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useElementSize(ref);
  const wasSeen = useWasSeen(ref);
  return (
    <div ref={ref} className={classes.snapshot} inert>
      {wasSeen && size !== undefined && (
        <TileContent properties={tile.properties} definition={definitionOf(tile.properties)} size={size} />
      )}
    </div>
  );
}
