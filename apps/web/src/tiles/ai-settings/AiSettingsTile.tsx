import { formatNumber } from '@telltale/domain';
import { useMemo } from 'react';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import type { Reading } from '#tile-kit/readings.ts';
import { useReadings } from '#tile-kit/use-reading.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { PagedTable } from '#tiles/shared/table/PagedTable.tsx';
import { ReadingCell } from '#tiles/shared/table/ReadingCell.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { scaleChannel, scalingText } from './scale-channel.ts';
import type { AiSettings, AnalogChannel } from './settings.ts';

interface ChannelRow {
  key: string;
  channel: AnalogChannel;
  reading: Reading;
}

const rowKey = ({ key }: ChannelRow) => key;

/** Analog inputs with their scaling, and what they measure now. */
export function AiSettingsTile({ settings }: TileViewProps<AiSettings>) {
  const { channels, decimals, title } = settings;
  const readings = useReadings(channels);
  const columns = useMemo(() => columnsOf(decimals), [decimals]);
  const rows = channels.flatMap((channel, index): ChannelRow[] => {
    const reading = readings[index];
    return reading === undefined ? [] : [{ key: String(index), channel, reading: scaledReading(reading, channel) }];
  });
  if (rows.length === 0) return <TileMessage>No analog inputs yet. Edit this tile to add one.</TileMessage>;
  return (
    <PagedTable
      label={title || 'Analog inputs'}
      title={title}
      rows={rows}
      columns={columns}
      rowKey={rowKey}
      minWidth={600}
    />
  );
}

function scaledReading(reading: Reading, channel: AnalogChannel): Reading {
  return reading.isString ? reading : { ...reading, value: scaleChannel(reading.value, channel) };
}

function columnsOf(decimals: number): readonly TableColumn<ChannelRow>[] {
  const at = (read: (channel: AnalogChannel) => number) => (row: ChannelRow) =>
    scaleChannel(read(row.channel), row.channel);
  const end = (id: string, header: string, hint: string, read: (channel: AnalogChannel) => number) => {
    const value = at(read);
    return {
      id,
      header,
      hint,
      align: 'end',
      value,
      cell: (row) => formatNumber(value(row), decimals),
    } as const satisfies TableColumn<ChannelRow>;
  };
  return [
    { id: 'channel', header: 'Channel', value: ({ channel }) => channel.channel || null },
    {
      id: 'value',
      header: 'Value',
      align: 'end',
      value: ({ reading }) => reading.value,
      cell: ({ reading }) => <ReadingCell reading={reading} decimals={decimals} />,
    },
    { id: 'alias', header: 'Alias', value: ({ channel, reading }) => channel.alias || reading.name || null },
    {
      id: 'unit',
      header: 'Unit',
      width: '76px',
      value: ({ channel, reading }) => channel.unit || reading.unit || null,
    },
    end('zero', 'Zero', '4mA/0V', ({ unscaledMin }) => unscaledMin),
    end('span', 'Span', '20mA/5V', ({ unscaledMax }) => unscaledMax),
    { id: 'scaling', header: 'Scaling', width: '170px', value: ({ channel }) => scalingText(channel) },
  ];
}
