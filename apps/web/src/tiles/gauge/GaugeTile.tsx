import { inOwnUnit } from '#readings/shown-units.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useNamedReading } from '#tile-kit/readings/use-named-reading.ts';
import { useScale } from '#tile-kit/readings/use-scale.ts';
import { MissingItem } from '#tiles/shared/reading/MissingItem.tsx';
import { ReadingMarks } from '#tiles/shared/reading/ReadingMarks.tsx';
import { decimalsOf, hasValue, valueText } from '#tiles/shared/reading/value-text.ts';
import { GaugeFace } from './GaugeFace.tsx';
import classes from './gauge.module.css';
import { outsideOf } from './gauge-geometry.ts';
import type { GaugeSettings } from './settings.ts';
import { useBands } from './use-bands.ts';
import { useIsFast } from './use-is-fast.ts';

/** Unit of a new gauge that shows no data item yet (spec 1 §9). */
const UNCHOSEN_UNIT = '%';

const PADDING = 8;
/** Half a dial writes its value where a whole one is open below: marks have a line of their own then. */
const MARKS_PX = 16;

/** Dial gauge: the current value of one data item on its scale, with its bands. */
export function GaugeTile({ settings, size }: TileViewProps<GaugeSettings>) {
  const { reading, unit } = inOwnUnit(useNamedReading(settings), settings.unit);
  const scale = useScale(settings, reading, settings);
  const bands = useBands(settings, reading, scale);
  const zone = useZone();
  const isFast = useIsFast(reading.timestamp);
  // Spec 1 §8.
  if (reading.state === 'missing') return <MissingItem />;

  const isUnchosen = reading.state === 'unchosen';
  const value = reading.isString || reading.state !== 'ok' ? null : reading.value;
  const outside = value === null ? undefined : outsideOf(value, scale);
  return (
    <div className={classes.tile} data-fast={isFast} aria-busy={reading.state === 'waiting'}>
      <GaugeFace
        settings={settings}
        scale={scale}
        bands={bands}
        decimals={decimalsOf(reading, settings.decimals)}
        size={{
          width: Math.max(0, size.width - 2 * PADDING),
          height: Math.max(0, size.height - 2 * PADDING - (settings.half ? MARKS_PX : 0)),
        }}
        title={settings.name || reading.name || (isUnchosen ? 'Choose data item' : '')}
        unit={unit || (isUnchosen ? UNCHOSEN_UNIT : '')}
        text={reading.state === 'waiting' ? '' : valueText(reading, settings.decimals)}
        value={value}
        isFast={isFast}
        isDoubtful={hasValue(reading) && (reading.isStale || reading.quality !== 'good')}
      />
      <div className={classes.marks}>
        {outside === undefined ? null : <span>{outside === 'above' ? '▲ above scale' : '▼ below scale'}</span>}
        <ReadingMarks reading={reading} zone={zone} isBandless={settings.bands !== 'item'} />
      </div>
    </div>
  );
}
