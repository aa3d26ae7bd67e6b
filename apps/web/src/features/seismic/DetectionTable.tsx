import type { seismic } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { whyOfAlarm } from '#actions/why.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { ListArea } from '#ui/page/ListArea.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn, TableSort } from '#ui/table/table-column.ts';
import { widthOfNames } from './name-width.ts';
import { TBD } from './seismic-words.ts';

type Detection = seismic.Detection;

interface DetectionTableProps {
  detections: readonly Detection[];
  zone: string;
  sort: TableSort | undefined;
  onSort: (sort: TableSort | undefined) => void;
  /** The asset that is chosen on the map. */
  chosen: number | undefined;
  onOpen: (detection: Detection) => void;
}

/** What the own stations have noticed; nobody has said yet how strong and how deep it was (spec 2 §2.10). */
export function DetectionTable({ detections, zone, chosen, ...table }: DetectionTableProps) {
  useWhyGestures();
  const nameWidth = useMemo(() => widthOfNames(detections.map(({ assetAlias }) => assetAlias)), [detections]);
  const columns = useMemo(() => detectionColumns(zone), [zone]);
  return (
    <ListArea>
      <DataTable
        label="Locally Detected Events"
        rows={detections}
        columns={columns}
        rowKey={({ assetId, raised }) => `${assetId} ${raised}`}
        isChosen={({ assetId }) => assetId === chosen}
        minWidth={nameWidth + OTHERS_PX}
        emptyHint="An alarm of definition 2 at one of your stations stands here."
        {...table}
      />
    </ListArea>
  );
}

/** The columns behind the name. */
const OTHERS_PX = 334;

function detectionColumns(zone: string): TableColumn<Detection>[] {
  return [
    { id: 'id', header: 'ID', value: ({ assetAlias }) => assetAlias },
    {
      id: 'time',
      header: 'Time',
      hint: `In the zone ${zone}`,
      value: ({ raised }) => Date.parse(raised),
      cell: (detection) => (
        <span {...whyOfAlarm(detection, detection.raised)}>{formatDateTime(Date.parse(detection.raised), zone)}</span>
      ),
      width: '184px',
    },
    { id: 'magnitude', header: 'Mag', align: 'end', value: () => TBD, width: '64px' },
    { id: 'depth', header: 'Depth', align: 'end', value: () => TBD, width: '86px' },
  ];
}
