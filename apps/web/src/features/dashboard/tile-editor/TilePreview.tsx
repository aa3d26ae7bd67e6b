import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import { useOwnUnits } from '#pages/use-own-units.ts';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { TileContent } from '#tile-kit/frame/TileContent.tsx';
import { useElementSize } from '#tile-kit/frame/use-element-size.ts';
import type { TileProperties } from '#tile-kit/tile-settings.ts';
import classes from './tile-editor.module.css';

interface TilePreviewProps {
  definition: TileDefinition;
  properties: TileProperties;
  aspect: number;
}

/** Long enough to type a number, short enough to feel live. */
const REDRAW_MS = 300;
/** A tile is shown in its own shape, within what stands beside a form. */
const ASPECTS = { widest: 3, narrowest: 0.8 };

/** The tile as it will be, with live data. */
export function TilePreview({ definition, properties, aspect }: TilePreviewProps) {
  const ref = useRef<HTMLDivElement>(null);
  const hasOwnUnits = useOwnUnits() !== undefined;
  const size = useElementSize(ref);
  const [shown] = useDebouncedValue(
    useMemo(() => ({ definition, properties }), [definition, properties]),
    REDRAW_MS,
  );
  // Views read their settings once per settingsGuid, so each change must look like another submit.
  const drawn = useMemo(
    () => ({ ...shown.properties, settingsGuid: JSON.stringify(shown.properties) }),
    [shown.properties],
  );
  const ratio = Math.min(ASPECTS.widest, Math.max(ASPECTS.narrowest, aspect));
  return (
    <aside className={classes.preview} aria-label="Preview">
      <div ref={ref} className={classes.previewTile} style={{ aspectRatio: ratio }}>
        {size !== undefined && <TileContent properties={drawn} definition={shown.definition} size={size} />}
      </div>
      <p className={classes.previewNote}>
        {hasOwnUnits
          ? 'Preview with live data, in the units as they are sent: limits are stored in these'
          : 'Preview with live data'}
      </p>
    </aside>
  );
}
