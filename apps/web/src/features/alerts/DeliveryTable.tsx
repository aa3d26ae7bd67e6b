import type { alerts } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { channelWords, stateText, whatWords } from '#ui/alarms/alert-words.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import classes from './alerts.module.css';

const timeWords = (time: string, zone: string) => formatDateTime(Date.parse(time), zone);

type Column = TableColumn<alerts.AlertDelivery>;

function column(id: string, header: string, width: string, value: Column['value']): Column {
  return { id, header, width, value, sortable: false };
}

const columnsIn = (zone: string): Column[] => [
  {
    ...column('time', 'Time', '180px', ({ time }) => timeWords(time, zone)),
    hint: `Times are ${zoneName(Date.now(), zone)}.`,
  },
  column('what', 'What', '240px', whatWords),
  column('severity', 'Severity', '80px', ({ severity, alarmDefinitionId }) =>
    alarmDefinitionId === 0 ? '' : String(severity),
  ),
  column('asset', 'Asset', '160px', ({ asset }) => asset),
  column('to', 'To', '180px', ({ to }) => to),
  column('way', 'Way', '110px', ({ channel }) => channelWords[channel]),
  column('state', 'State', '380px', (delivery) => stateText(delivery, zone)),
];

/** What, to whom and when, and what became of it. */
const STACKED_ROW_PX = 76;

const stackedColumnsIn = (zone: string): Column[] => [
  {
    id: 'message',
    header: 'What, of which asset, to whom and when',
    hint: `Times are ${zoneName(Date.now(), zone)}.`,
    value: whatWords,
    sortable: false,
    cell: (delivery) => (
      <span className={classes.message}>
        <span>{[whatWords(delivery), delivery.asset].filter(Boolean).join(' · ')}</span>
        <span className={classes.dim}>
          {[delivery.to, channelWords[delivery.channel], timeWords(delivery.time, zone)].join(' · ')}
        </span>
        <span className={classes.dim}>{stateText(delivery, zone)}</span>
      </span>
    ),
  },
];

interface DeliveryTableProps {
  deliveries: readonly alerts.AlertDelivery[];
  /** Shows everything that was told of the same alarm. */
  onOpen: (delivery: alerts.AlertDelivery) => void;
}

/** Messages, newest first. */
export function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
  const zone = useOwnZone();
  const isPhone = useLayoutSize() === 'xxs';
  const columns = useMemo(() => (isPhone ? stackedColumnsIn(zone) : columnsIn(zone)), [zone, isPhone]);
  return (
    <DataTable
      label="Messages"
      rows={deliveries}
      columns={columns}
      rowKey={({ deliveryId }) => String(deliveryId)}
      onOpen={onOpen}
      {...(isPhone ? { rowHeight: STACKED_ROW_PX, minWidth: 0 } : {})}
      emptyText="Nobody was told of anything that matches. Who is told is set by the bell beside an asset group, in Users and groups."
    />
  );
}
