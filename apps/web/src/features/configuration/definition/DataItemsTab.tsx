import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useState } from 'react';
import { dataItemPageQuery } from '#api/definition-queries.ts';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import frame from '#ui/page/page.module.css';
import { DataItemTools, useMayDescribe, useRemoveItem } from '../data-items/DataItemTools.tsx';
import type { PanelProps } from '../definitions/DefinitionPanel.tsx';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import classes from './definition.module.css';
import { ItemTable } from './ItemTable.tsx';

/** Rows of a page: each has a handful of fields. */
const ROWS = 50;

/** The data items of a definition, counted as people count, and edited where they stand. */
export function DataItemsTab({ assetDefinitionId, onDirty }: PanelProps) {
  const { params, set } = useAddressParams();
  const search = params.get('find') ?? '';
  const wanted = Number(params.get('page'));
  const page = Number.isInteger(wanted) && wanted >= 1 && wanted < 1_000_000 ? wanted : 1;
  const list = useQuery({
    ...dataItemPageQuery(assetDefinitionId, { search, limit: ROWS, offset: (page - 1) * ROWS }),
    refetchOnMount: 'always',
  });
  const { data } = list;
  const mayModify = useMayDescribe();
  const mayDelete = useMay(permissionId('DataItems', 'Delete'));
  const [describedId, setDescribedId] = useState<number>();
  const { change, problem } = useChange();
  const remove = useRemoveItem(assetDefinitionId, change);

  return (
    <>
      <DataItemTools
        assetDefinitionId={assetDefinitionId}
        onDirty={onDirty}
        count={data?.all ?? 0}
        described={data?.items.find(({ dataItemId }) => dataItemId === describedId)}
        onDescribed={() => setDescribedId(undefined)}
      />
      <Problem text={problem} />
      <Pending query={list} label="Loading the data items" failure="The data items could not be loaded." rows={8} />
      {data?.all === 0 ? (
        <EmptyState title="This definition has no data items.">
          Add what its devices send: by label and unit, from CSV, or everything that they have sent already.
        </EmptyState>
      ) : null}
      {data !== undefined && data.all > 0 ? (
        <>
          <div className={classes.listHead}>
            <SearchField
              className={frame.search ?? ''}
              type="search"
              label="Search data items"
              placeholder="Label or unit"
              clearLabel="Clear the search"
              value={search}
              onChange={(text) => set({ find: text, page: undefined })}
            />
            <span className={frame.count} role="status" aria-label="Data items shown">
              {data.total === data.all ? '' : `${data.total.toLocaleString('en')} of `}
              {data.all.toLocaleString('en')} {data.all === 1 ? 'data item' : 'data items'}
            </span>
          </div>
          {data.total === 0 ? <EmptyState title="Nothing matches the search." /> : null}
          {data.items.length > 0 ? (
            <ItemTable
              assetDefinitionId={assetDefinitionId}
              items={data.items}
              isEditable={mayModify}
              {...(mayModify ? { onDescribe: setDescribedId } : {})}
              {...(mayDelete ? { onRemove: (item) => void remove(item) } : {})}
            />
          ) : null}
          <PageSteps
            page={page}
            pages={Math.ceil(data.total / ROWS)}
            onPage={(next) => set({ page: next === 1 ? undefined : String(next) })}
          />
        </>
      ) : null}
    </>
  );
}
