import { inOwnUnit } from '#readings/shown-units.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useNamedReading } from '#tile-kit/readings/use-named-reading.ts';
import { useScale } from '#tile-kit/readings/use-scale.ts';
import { MissingItem } from '#tiles/shared/reading/MissingItem.tsx';
import { ReadingMarks } from '#tiles/shared/reading/ReadingMarks.tsx';
import { useBand } from '#tiles/shared/reading/use-band.ts';
import { decimalsOf, hasValue, valueText } from '#tiles/shared/reading/value-text.ts';
import { CylinderFace } from './CylinderFace.tsx';
import classes from './cylinder.module.css';
import { outsideOf } from './cylinder-geometry.ts';
import type { CylinderSettings } from './settings.ts';

const PADDING = 8;
/** Kept free below the picture, so that marks come and go without moving anything; two lines where one is too short. */
const MARKS_PX = 18;
const ONE_LINE_PX = 190;

/** Cylinder gauge, or silo level: how full the vessel is that one data item measures. */
export function CylinderTile({ settings, size }: TileViewProps<CylinderSettings>) {
  const { reading, unit } = inOwnUnit(useNamedReading(settings), settings.unit);
  const scale = useScale(settings, reading, settings);
  const band = useBand(reading);
  const zone = useZone();
  if (reading.state === 'missing') return <MissingItem />;

  const isUnchosen = reading.state === 'unchosen';
  const value = reading.isString || reading.state !== 'ok' ? null : reading.value;
  const marksPx = size.width < ONE_LINE_PX ? 2 * MARKS_PX : MARKS_PX;
  const outside = value === null ? undefined : outsideOf(value, scale.min, scale.max);
  return (
    <div className={classes.tile} aria-busy={reading.state === 'waiting'}>
      <CylinderFace
        color={settings.color || band?.fill || ''}
        strokeColor={settings.strokeColor}
        scale={scale}
        decimals={decimalsOf(reading, settings.decimals)}
        size={{
          width: Math.max(0, size.width - 2 * PADDING),
          height: Math.max(0, size.height - 2 * PADDING - marksPx),
        }}
        name={settings.name || reading.name || (isUnchosen ? 'Choose data item' : '')}
        unit={hasValue(reading) || isUnchosen ? unit : ''}
        text={reading.state === 'waiting' ? '' : valueText(reading, settings.decimals)}
        value={value}
        isDoubtful={hasValue(reading) && (reading.isStale || reading.quality !== 'good')}
      />
      <div className={classes.marks} style={{ height: marksPx }}>
        {outside === undefined ? null : <span>{outside === 'above' ? '▲ above scale' : '▼ below scale'}</span>}
        <ReadingMarks reading={reading} zone={zone} />
      </div>
    </div>
  );
}
