import { useHotkeys } from '@mantine/hooks';
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react';
import type { Tile } from '@telltale/contract';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { TileDefinition } from '../define-tile.ts';
import { ShownItemsContext } from '../readings/shown-items.ts';
import { TileContent } from './TileContent.tsx';
import { TileIdContext } from './tile-choice.tsx';
import { pressTileKey, type TileCommands } from './tile-commands.ts';
import classes from './tile-frame.module.css';
import { useElementSize } from './use-element-size.ts';
import { useWasSeen } from './use-was-seen.ts';
import { useWhyOffer } from './use-why-offer.ts';

const TileToolbar = lazyPart(async () => (await import('./TileToolbar.tsx')).TileToolbar);

interface TileFrameProps {
  tile: Tile;
  definition: TileDefinition;
  /** Size in grid units, shown while editing. */
  columns: number;
  rows: number;
  /** Present while editing: the toolbar takes the place of the full-screen button. */
  commands?: TileCommands | undefined;
  isSelected?: boolean;
  /** Whether the full-screen button is offered while looking; absent: it is. */
  hasFullScreen?: boolean;
}

/** Narrower tiles have no room for a button beside their name. */
const NARROW_PX = 160;

/** Everything around a tile's view: its size, full screen, the edit toolbar, and mounting on first sight. */
export const TileFrame = memo(function TileFrame(props: TileFrameProps) {
  const { tile, definition, columns, rows, commands, isSelected = false, hasFullScreen = true } = props;
  const frameRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const [isEnlarged, setEnlarged] = useState(false);
  const wasSeen = useWasSeen(frameRef);
  const size = useElementSize(bodyRef);
  const isFullScreen = isEnlarged && commands === undefined;
  const shown = useWhyOffer(frameRef, commands !== undefined);
  useHotkeys([['Escape', () => setEnlarged(false)]]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of things to see, not of form fields
    <div
      role="group"
      ref={frameRef}
      className={classes.frame}
      data-full-screen={isFullScreen || undefined}
      data-editing={commands !== undefined || undefined}
      data-selected={isSelected || undefined}
      data-narrow={(size !== undefined && size.width < NARROW_PX) || undefined}
      data-tile-id={tile.id}
      aria-label={`${tile.properties.title || definition.label}${isSelected ? ', selected' : ''}`}
      {...(commands === undefined
        ? {}
        : { tabIndex: 0, onKeyDown: (event: KeyboardEvent) => pressTileKey(event, tile.id, commands) })}
    >
      <div ref={bodyRef} className={classes.body} data-overflow={tile.properties.overflow ?? 'hidden'}>
        {wasSeen && size !== undefined && (
          <TileIdContext value={tile.id}>
            <ShownItemsContext value={shown}>
              <TileContent properties={tile.properties} definition={definition} size={size} />
            </ShownItemsContext>
          </TileIdContext>
        )}
      </div>
      {commands === undefined ? (
        hasFullScreen && (
          <button
            type="button"
            className={classes.fullScreenButton}
            title={isFullScreen ? 'Leave full screen' : 'Full screen'}
            aria-label={isFullScreen ? 'Leave full screen' : 'Full screen'}
            aria-pressed={isFullScreen}
            onClick={() => setEnlarged(!isFullScreen)}
          >
            {isFullScreen ? <IconArrowsMinimize size={16} /> : <IconArrowsMaximize size={14} />}
          </button>
        )
      ) : (
        <TileToolbar tileId={tile.id} label={definition.label} columns={columns} rows={rows} commands={commands} />
      )}
    </div>
  );
});
