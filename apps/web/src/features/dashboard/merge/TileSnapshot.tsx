import type { Tile } from '@telltale/contract';
import { useRef } from 'react';
import { TileContent } from '#tile-kit/frame/TileContent.tsx';
import { useElementSize } from '#tile-kit/frame/use-element-size.ts';
import { useWasSeen } from '#tile-kit/frame/use-was-seen.ts';
import classes from '../changes/changes.module.css';
import { definitionOf } from '../screen/tile-definition.ts';

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
