import type { alerts } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { channelWords, stateText, whatWords } from '#ui/alarms/alert-words.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';

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

interface DeliveryTableProps {
  deliveries: readonly alerts.AlertDelivery[];
  /** Shows everything that was told of the same alarm. */
  onOpen: (delivery: alerts.AlertDelivery) => void;
}

/** Messages, newest first. */
export function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
  const zone = useOwnZone();
  const columns = useMemo(() => columnsIn(zone), [zone]);
  return (
    <DataTable
      label="Messages"
      rows={deliveries}
      columns={columns}
      rowKey={({ deliveryId }) => String(deliveryId)}
      onOpen={onOpen}
      emptyText="Nobody was told of anything that matches. Who is told is set by the bell beside an asset group, in Users and groups."
    />
  );
}
