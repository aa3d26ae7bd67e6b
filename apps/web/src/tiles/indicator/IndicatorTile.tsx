import { formatDateTime, formatTimeOfDay, zoneName } from '@telltale/domain';
import type { Reading } from '#readings/readings.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useNamedReading } from '#tile-kit/readings/use-named-reading.ts';
import { MissingItem } from '#tiles/shared/reading/MissingItem.tsx';
import { ReadingMarks } from '#tiles/shared/reading/ReadingMarks.tsx';
import { useBand } from '#tiles/shared/reading/use-band.ts';
import { briefText, hasValue, valueText } from '#tiles/shared/reading/value-text.ts';
import { ExceptionText } from './ExceptionText.tsx';
import { IndicatorFace } from './IndicatorFace.tsx';
import type { IndicatorSettings } from './settings.ts';

/** Text indicator: the current value of one data item in words and figures. */
export function IndicatorTile(props: TileViewProps<IndicatorSettings>) {
  return (
    <ExceptionText>
      <IndicatorReading {...props} />
    </ExceptionText>
  );
}

function IndicatorReading({ settings, size }: TileViewProps<IndicatorSettings>) {
  const reading = useNamedReading(settings);
  const band = useBand(reading);
  const zone = useZone();
  if (reading.state === 'missing') return <MissingItem />;

  const text = valueText(reading, settings.decimals);
  return (
    <IndicatorFace
      size={size}
      label={reading.state === 'unchosen' ? 'Choose data item' : reading.name}
      text={text}
      brief={briefText(text, reading.value, 0)}
      unit={hasValue(reading) ? reading.unit : ''}
      timestamp={settings.showTimestamp ? timestampTexts(reading, zone) : null}
      labelColor={settings.labelColor}
      valueColor={settings.valueColor || (settings.backgroundColor === '' && band?.text) || ''}
      backgroundColor={settings.backgroundColor}
      isBusy={reading.state === 'waiting'}
      isDoubtful={hasValue(reading) && (reading.isStale || reading.quality !== 'good')}
      marks={<ReadingMarks reading={reading} zone={zone} isPlain={settings.backgroundColor !== ''} />}
    />
  );
}

/** With date and zone, then without the zone, then the time of day alone. */
function timestampTexts({ timestamp }: Reading, zone: string): string[] {
  if (timestamp === null) return [''];
  const text = formatDateTime(timestamp, zone);
  return [`${text} ${zoneName(timestamp, zone)}`, text, formatTimeOfDay(timestamp, zone)];
}
