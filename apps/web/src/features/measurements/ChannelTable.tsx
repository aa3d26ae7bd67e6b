import { Checkbox } from '@mantine/core';
import type { measurements } from '@telltale/contract';
import { formatBriefly } from '@telltale/domain';
import { formatDateTimeExact } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { PagedTable } from '#ui/table/paged/PagedTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { ChannelName } from './ChannelName.tsx';
import { ExtentFigure, isRead } from './ExtentFigure.tsx';

type Channel = measurements.Channel;

/** The extent of each is read as it is shown. */
const PER_PAGE = 25;

interface ChannelTableProps {
  fileId: number;
  group: string;
  channels: readonly Channel[];
  drawn: ReadonlySet<string>;
  onDraw: (channel: string, isDrawn: boolean) => void;
  page: number;
  onPage: (page: number) => void;
}

/** The channels of a group: what each is, and the extent of its values. */
export function ChannelTable({ fileId, group, channels, drawn, onDraw, page, onPage }: ChannelTableProps) {
  const zone = useOwnZone();
  const columns = useMemo((): TableColumn<Channel>[] => {
    const extent = (id: 'min' | 'max', header: string): TableColumn<Channel> => ({
      id,
      header,
      align: 'end',
      width: '100px',
      sortable: false,
      value: () => null,
      cell: (channel) => <ExtentFigure of={{ fileId, group }} channel={channel} end={id} />,
    });
    return [
      {
        id: 'plot',
        header: 'Plot',
        width: '56px',
        sortable: false,
        value: () => null,
        cell: (channel, isActive) => (
          <Checkbox
            aria-label={`Plot ${channel.name}`}
            tabIndex={isActive ? 0 : -1}
            checked={drawn.has(channel.name)}
            disabled={!isRead(channel)}
            onChange={({ currentTarget }) => onDraw(channel.name, currentTarget.checked)}
          />
        ),
      },
      {
        id: 'name',
        header: 'Channel',
        width: '280px',
        value: ({ name }) => name,
        cell: (channel, isActive) => <ChannelName of={{ fileId, group }} channel={channel} isTabStop={isActive} />,
      },
      { id: 'unit', header: 'Unit', width: '90px', value: ({ unit }) => unit },
      {
        id: 'length',
        header: 'Length',
        align: 'end',
        width: '110px',
        value: ({ count }) => count,
        cell: ({ count }) => count.toLocaleString('en-US'),
      },
      { id: 'type', header: 'Type', width: '112px', value: ({ type }) => type },
      { id: 'timing', header: 'Timing', width: '270px', value: (channel) => timingOf(channel, zone) },
      extent('min', 'Min'),
      extent('max', 'Max'),
    ];
  }, [fileId, group, drawn, onDraw, zone]);
  return (
    <PagedTable
      label="Channels"
      rows={channels}
      columns={columns}
      rowKey={nameOf}
      pageSize={PER_PAGE}
      page={page}
      onPage={onPage}
      hasSearch={channels.length > PER_PAGE}
      // What is exported of channels is their values.
      hasExport={false}
      isInFlow
    />
  );
}

const nameOf = ({ name }: Channel) => name;

/** Since when, and how often. */
function timingOf({ waveform }: Channel, zone: string): string {
  if (waveform === null) return '';
  const often =
    waveform.increment <= 1
      ? `${formatBriefly(1 / waveform.increment)} a second`
      : `every ${formatBriefly(waveform.increment)} s`;
  return `${waveform.start === null ? '' : `${formatDateTimeExact(Date.parse(waveform.start), zone)}, `}${often}`;
}
