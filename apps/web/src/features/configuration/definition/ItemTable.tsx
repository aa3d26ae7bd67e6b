import { IconPencil, IconTrash } from '@tabler/icons-react';
import { definitions, permissionId } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { CalculatedBadge } from '#ui/CalculatedBadge.tsx';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import { useReload } from '../data-items/DataItemTools.tsx';
import { RowIcon } from '../definitions/RowIcon.tsx';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import classes from './definition.module.css';
import { type ItemField, itemFields, textOf, withField } from './item-fields.ts';
import { PlaceField } from './PlaceField.tsx';
import { ScalingCell } from './ScalingCell.tsx';

type DataItem = definitions.DataItemDefinition;

interface ItemTableProps {
  assetDefinitionId: number;
  items: readonly DataItem[];
  isEditable: boolean;
  onDescribe?: (dataItemId: number) => void;
  onRemove?: (item: DataItem) => void;
}

/** Data items with what is set most often, each value in a field of its own that saves what is typed into it. */
export function ItemTable({ assetDefinitionId, items, isEditable, onDescribe, onRemove }: ItemTableProps) {
  const mayRetain = useMay(permissionId('HistoricalDataItems', 'Delete'));
  const reload = useReload(assetDefinitionId);
  const { change, problem } = useChange();
  const hasTools = onDescribe !== undefined || onRemove !== undefined;

  /** Answers whether the portal has taken it. */
  const save = async (item: DataItem, field: ItemField, text: string): Promise<boolean> => {
    const body = { modelId: assetDefinitionId, ...withField(item, field, text) };
    const saved = await change({
      reload,
      make: () => callApi(definitions.addDataItem, { params: { assetDefinitionId }, body }),
    });
    return saved !== undefined;
  };

  return (
    <>
      <Problem text={problem} />
      <div className={classes.items}>
        <SmallTable
          label="Data items"
          headers={['Label', ...itemFields.map(({ header }) => header), 'Scaling']}
          {...(hasTools ? { toolsLabel: 'Describe, remove' } : {})}
        >
          {items.map((item) => (
            <tr key={item.dataItemId}>
              <th scope="row">
                {item.label} {item.calculation ? <CalculatedBadge /> : null}
              </th>
              {itemFields.map(({ field, header, fault, isNumber, placeholder }) => (
                <td key={field} data-label={header}>
                  <PlaceField
                    label={`${header} of ${item.label}`}
                    value={textOf(item, field)}
                    isNumber={isNumber}
                    placeholder={placeholder}
                    isReadOnly={!isEditable || (field === 'retentionDays' && !mayRetain)}
                    fault={(text) => fault(text, item)}
                    onSave={(text) => save(item, field, text)}
                  />
                </td>
              ))}
              <td data-label="Scaling">
                <ScalingCell assetDefinitionId={assetDefinitionId} item={item} isEditable={isEditable} />
              </td>
              {hasTools ? (
                <ToolsCell>
                  {onDescribe ? (
                    <RowIcon
                      label={`Describe ${item.label}`}
                      icon={IconPencil}
                      onClick={() => onDescribe(item.dataItemId)}
                    />
                  ) : null}
                  {onRemove ? (
                    <RowIcon label={`Remove ${item.label}`} icon={IconTrash} onClick={() => onRemove(item)} />
                  ) : null}
                </ToolsCell>
              ) : null}
            </tr>
          ))}
        </SmallTable>
      </div>
    </>
  );
}
