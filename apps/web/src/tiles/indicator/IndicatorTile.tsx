import { formatDateTime, zoneName } from '@telltale/domain';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import type { Reading } from '#tile-kit/readings.ts';
import { useReading } from '#tile-kit/use-reading.ts';
import { ReadingMarks } from '#tiles/shared/reading/ReadingMarks.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { hasValue, valueText } from '#tiles/shared/reading/value-text.ts';
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
  const reading = useReading(settings);
  const zone = useZone();
  if (reading.state === 'missing') return <TileMessage>Cannot find data item</TileMessage>;

  return (
    <IndicatorFace
      size={size}
      label={reading.state === 'unchosen' ? 'Choose data item' : reading.name}
      text={valueText(reading, settings.decimals)}
      unit={hasValue(reading) ? reading.unit : ''}
      timestamp={settings.showTimestamp ? timestampText(reading, zone) : null}
      labelColor={settings.labelColor}
      valueColor={settings.valueColor}
      backgroundColor={settings.backgroundColor}
      isBusy={reading.state === 'waiting'}
      isDoubtful={hasValue(reading) && (reading.isStale || reading.quality !== 'good')}
      marks={<ReadingMarks reading={reading} zone={zone} />}
    />
  );
}

function timestampText({ timestamp }: Reading, zone: string): string {
  return timestamp === null ? '' : `${formatDateTime(timestamp, zone)} ${zoneName(timestamp, zone)}`;
}
