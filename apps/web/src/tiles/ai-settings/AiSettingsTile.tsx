import { DEFAULT_DECIMALS, formatNumber } from '@telltale/domain';
import { useMemo } from 'react';
import type { Reading } from '#readings/readings.ts';
import { AsSent } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { type LiveRow, nameInSlots, RowValues } from '#tiles/shared/table/live-row.ts';
import { ReadingCell, RowText } from '#tiles/shared/table/ReadingCell.tsx';
import { useReadingRows } from '#tiles/shared/table/use-data-item-rows.ts';
import { PagedTable } from '#ui/table/paged/PagedTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { scaleChannel, scalingText } from './scale-channel.ts';
import type { AiSettings, AnalogChannel } from './settings.ts';

interface ChannelRow extends LiveRow {
  channel: AnalogChannel;
}

const rowKey = ({ key }: ChannelRow) => key;

/** Analog inputs with their scaling, and what they measure now: what is scaled is what was sent, in its unit. */
export function AiSettingsTile(props: TileViewProps<AiSettings>) {
  return (
    <AsSent>
      <AnalogInputs {...props} />
    </AsSent>
  );
}

function AnalogInputs({ settings }: TileViewProps<AiSettings>) {
  const { channels, decimals, title } = settings;
  const readings = useReadingRows(channels);
  const columns = useMemo(() => columnsOf(decimals), [decimals]);
  const { rows, values } = useMemo(() => {
    const list = channels.flatMap((channel, index) => {
      const source = readings[index];
      return source === undefined ? [] : [channelRow(String(index), channel, source)];
    });
    return { rows: list, values: new RowValues(list) };
  }, [channels, readings]);
  if (rows.length === 0) return <TileMessage hint="Edit this tile to add one.">No analog inputs yet</TileMessage>;
  return (
    <PagedTable
      label={title || 'Analog inputs'}
      title={title}
      rows={rows}
      values={values}
      columns={columns}
      rowKey={rowKey}
      minWidth={600}
    />
  );
}

/** A row that reads what its input measures, scaled. */
function channelRow(key: string, channel: AnalogChannel, source: LiveRow): ChannelRow {
  return {
    key,
    channel,
    name: source.name,
    trail: source.trail,
    item: source.item,
    subscribe: source.subscribe,
    get reading() {
      return scaledReading(source.reading, channel);
    },
  };
}

function scaledReading(reading: Reading, channel: AnalogChannel): Reading {
  return reading.isString ? reading : { ...reading, value: scaleChannel(reading.value, channel) };
}

const aliasOf = ({ channel, trail, name }: ChannelRow, readName: string): string =>
  channel.alias || nameInSlots(trail, readName || name);

function columnsOf(decimals: number | null): readonly TableColumn<ChannelRow>[] {
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
      cell: (row) => formatNumber(value(row), decimals ?? DEFAULT_DECIMALS),
    } as const satisfies TableColumn<ChannelRow>;
  };
  return [
    { id: 'channel', header: 'Channel', value: ({ channel }) => channel.channel || null },
    {
      id: 'value',
      header: 'Value',
      width: '120px',
      align: 'end',
      value: ({ reading }) => reading.value,
      cell: (row) => <ReadingCell row={row} decimals={decimals} />,
    },
    {
      id: 'alias',
      header: 'Alias',
      value: (row) => aliasOf(row, row.reading.name) || null,
      cell: (row) => <RowText row={row} show={({ name }) => aliasOf(row, name)} />,
    },
    {
      id: 'unit',
      header: 'Unit',
      value: ({ channel, reading }) => channel.unit || reading.unit || null,
      cell: (row) => <RowText row={row} show={({ unit }) => row.channel.unit || unit} />,
    },
    end('zero', 'Zero', '4mA/0V', ({ unscaledMin }) => unscaledMin),
    end('span', 'Span', '20mA/5V', ({ unscaledMax }) => unscaledMax),
    { id: 'scaling', header: 'Scaling', value: ({ channel }) => scalingText(channel) },
  ];
}
