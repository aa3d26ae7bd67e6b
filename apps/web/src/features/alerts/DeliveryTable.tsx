import type { alerts } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { channelWords, stateWords, whatWords } from './alert-words.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const timeWords = (time: string) => formatDateTime(Date.parse(time), zone);

type Column = TableColumn<alerts.AlertDelivery>;

function column(id: string, header: string, width: string, value: Column['value']): Column {
  return { id, header, width, value, sortable: false };
}

/** The state, with when and why. */
function stateText({ state, sent, next, attempts, detail }: alerts.AlertDelivery): string {
  const again = state === 'waiting' && attempts > 0 && next !== null ? ` until ${timeWords(next)}` : '';
  const when = sent === null ? again : ` ${timeWords(sent)}`;
  return `${stateWords[state]}${when}${detail === '' ? '' : `. ${detail}`}`;
}

const columns: Column[] = [
  {
    ...column('time', 'Time', '180px', ({ time }) => timeWords(time)),
    hint: `Times are ${zoneName(Date.now(), zone)}.`,
  },
  column('what', 'What', '240px', whatWords),
  column('severity', 'Severity', '80px', ({ severity, alarmDefinitionId }) =>
    alarmDefinitionId === 0 ? '' : String(severity),
  ),
  column('asset', 'Asset', '160px', ({ asset }) => asset),
  column('to', 'To', '180px', ({ to }) => to),
  column('way', 'Way', '110px', ({ channel }) => channelWords[channel]),
  column('state', 'State', '380px', stateText),
];

interface DeliveryTableProps {
  deliveries: readonly alerts.AlertDelivery[];
  /** Shows everything that was told of the same alarm. */
  onOpen: (delivery: alerts.AlertDelivery) => void;
}

/** Messages, newest first. */
export function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
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
