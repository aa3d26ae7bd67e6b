import { useQuery } from '@tanstack/react-query';
import { type assets, PLAIN_DISPLAY } from '@telltale/contract';
import { itemDisplaysQuery } from '#api/asset-queries.ts';
import { scaledValuesQuery } from '#api/dashboard-queries.ts';
import { dataItemDefinitionsQuery, masterDataItemsQuery } from '#api/definition-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import { MappingButton } from '../mapping/MappingDialog.tsx';
import classes from '../panel.module.css';
import { ItemRow } from './ItemRow.tsx';

/** Values are looked at beside their description: often enough to see that the asset is sending. */
const ASKED_EVERY_MS = 10_000;

/** The data items of an asset with their values, for who may describe how they are read there (spec 3 §14). */
export function AssetItems({ asset }: { asset: assets.Asset }) {
  const { assetId, assetDefinitionId } = asset;
  useWhyGestures();
  const values = useQuery({ ...scaledValuesQuery(assetId), refetchInterval: ASKED_EVERY_MS });
  const defined = useQuery(dataItemDefinitionsQuery(assetDefinitionId));
  const master = useQuery(masterDataItemsQuery);
  const overrides = useQuery(itemDisplaysQuery(assetId));
  const queries = [values, defined, master, overrides];
  const awaited = queries.find(({ isError }) => isError) ?? queries.find(({ isPending }) => isPending) ?? values;

  const descriptionOf = (dataItemId: number) => {
    const item = defined.data?.find((one) => one.dataItemId === dataItemId);
    const unit = item?.unit ?? master.data?.find((one) => one.dataItemId === dataItemId)?.unit ?? '';
    return { unit, display: item?.display ?? PLAIN_DISPLAY };
  };
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h3 className={classes.heading}>Data items</h3>
        {(values.data?.length ?? 0) > 0 && <MappingButton asset={asset} items={values.data ?? []} />}
      </div>
      <Pending query={awaited} label="Loading the data items" failure="The data items could not be loaded." rows={3} />
      {values.data?.length === 0 && (
        <EmptyState title="This asset has no data items.">They come with its first message.</EmptyState>
      )}
      {queries.every(({ data }) => data !== undefined) && (values.data?.length ?? 0) > 0 && (
        <SmallTable label="Data items" headers={['Name', 'Value']} toolsLabel="Describe">
          {values.data?.map((value) => (
            <ItemRow
              key={value.dataItemId}
              assetId={assetId}
              value={value}
              defined={descriptionOf(value.dataItemId)}
              isOwn={overrides.data?.some(({ dataItemId }) => dataItemId === value.dataItemId) ?? false}
            />
          ))}
        </SmallTable>
      )}
    </section>
  );
}
