import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type definitions, permissionId } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useMemo, useState } from 'react';
import { dataItemDefinitionsQuery } from '#api/definition-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { CalculatedBadge } from '#ui/CalculatedBadge.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { useLayoutSize } from '#ui/layout-size.ts';
import { controlsColumn, type TableColumn, type TableSort } from '#ui/table/table-column.ts';
import type { PanelProps } from '../definitions/DefinitionPanel.tsx';
import { PanelTable } from '../definitions/PanelTable.tsx';
import panel from '../definitions/panel.module.css';
import { RowIcon } from '../definitions/RowIcon.tsx';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { useZone } from '../page/use-zone.ts';
import { DataItemTools, useMayDescribe, useRemoveItem } from './DataItemTools.tsx';
import classes from './data-items.module.css';

const STACKED_ROW_PX = 56;

type DataItem = definitions.DataItemDefinition;

/** What a kind of equipment measures: chosen, typed, pasted or as the portal has heard of it (spec 2 §2.5). */
export function DataItemPanel({ assetDefinitionId, onDirty }: PanelProps) {
  const list = useQuery({ ...dataItemDefinitionsQuery(assetDefinitionId), refetchOnMount: 'always' });
  const { data } = list;
  const mayModify = useMayDescribe();
  const mayDelete = useMay(permissionId('DataItems', 'Delete'));
  const [describedId, setDescribedId] = useState<number>();
  const { change, problem } = useChange();
  const remove = useRemoveItem(assetDefinitionId, change);
  const zone = useZone();
  const isNarrow = useLayoutSize() === 'xxs';
  const columns = useMemo(
    () =>
      dataItemColumns(zone, isNarrow, {
        ...(mayModify && { describe: ({ dataItemId }: DataItem) => setDescribedId(dataItemId) }),
        ...(mayDelete && { remove: (item: DataItem) => void remove(item) }),
      }),
    [zone, isNarrow, mayModify, mayDelete, remove],
  );
  const [sort, setSort] = useState<TableSort>();

  return (
    <>
      <DataItemTools
        assetDefinitionId={assetDefinitionId}
        onDirty={onDirty}
        count={data?.length ?? 0}
        described={data?.find(({ dataItemId }) => dataItemId === describedId)}
        onDescribed={() => setDescribedId(undefined)}
      />
      <Problem text={problem} />
      <Pending query={list} label="Loading the data items" failure="The data items could not be loaded." rows={6} />
      {data?.length === 0 ? (
        <EmptyState title="This definition has no data items.">
          Add what its devices send: by label and unit, from CSV, or everything that they have sent already.
        </EmptyState>
      ) : null}
      <PanelTable
        label="Data items"
        rows={data ?? []}
        columns={columns}
        rowKey={rowKey}
        minWidth={isNarrow ? 0 : 420}
        {...(isNarrow ? { rowHeight: STACKED_ROW_PX } : {})}
        sort={sort}
        onSort={setSort}
      />
    </>
  );
}

const rowKey = ({ dataItemId }: DataItem) => String(dataItemId);

function dataItemColumns(
  zone: string,
  isNarrow: boolean,
  on: { describe?: (item: DataItem) => void; remove?: (item: DataItem) => void },
): TableColumn<DataItem>[] {
  const createdText = ({ created }: DataItem) => formatDateTime(Date.parse(created), zone);
  const label: TableColumn<DataItem> = {
    id: 'label',
    header: 'Label',
    value: (item) => item.label,
    cell: (item) => (item.calculation ? <CalculatedName {...item} /> : item.label),
  };
  const columns: TableColumn<DataItem>[] = isNarrow
    ? [
        {
          ...label,
          header: 'Label, Unit, Created',
          cell: (item) => <StackedItem item={item} created={createdText(item)} />,
        },
      ]
    : [
        label,
        { id: 'unit', header: 'Unit', width: '120px', value: ({ unit }) => unit },
        {
          id: 'created',
          header: 'Created',
          width: '170px',
          hint: zone,
          value: ({ created }) => Date.parse(created),
          cell: createdText,
        },
      ];
  const { describe, remove } = on;
  if (describe === undefined && remove === undefined) return columns;
  return [
    ...columns,
    controlsColumn({
      id: 'controls',
      hint: 'Describe, remove',
      width: '124px',
      cell: (item, isActive) => (
        <span className={panel.icons}>
          {describe && (
            <RowIcon
              label={`Describe ${item.label}`}
              icon={IconPencil}
              isActive={isActive}
              onClick={() => describe(item)}
            />
          )}
          {remove && (
            <RowIcon label={`Remove ${item.label}`} icon={IconTrash} isActive={isActive} onClick={() => remove(item)} />
          )}
        </span>
      ),
    }),
  ];
}

function CalculatedName({ label }: DataItem) {
  return (
    <>
      {label} <CalculatedBadge />
    </>
  );
}

function StackedItem({ item: { label, unit, calculation }, created }: { item: DataItem; created: string }) {
  return (
    <span className={classes.stacked}>
      <span>
        {label} <span className={classes.dim}>{unit}</span> {calculation ? <CalculatedBadge /> : null}
      </span>
      <span className={classes.dim}>{created}</span>
    </span>
  );
}
