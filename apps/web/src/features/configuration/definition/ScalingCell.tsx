import { definitions, type ItemScaling, permissionId } from '@telltale/contract';
import { scalingText } from '@telltale/domain';
import { useState } from 'react';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { useReload } from '../data-items/DataItemTools.tsx';
import { useChange } from '../page/use-change.ts';
import classes from './definition.module.css';
import { ItemScalingDialog } from './ItemScalingDialog.tsx';

interface ScalingCellProps {
  assetDefinitionId: number;
  item: definitions.DataItemDefinition;
  isEditable: boolean;
}

/** How a data item is scaled, and the way to change that. What the portal calculates is not scaled. */
export function ScalingCell({ assetDefinitionId, item, isEditable }: ScalingCellProps) {
  const mayScale = useMay(permissionId('Attributes', 'Modify'));
  const reload = useReload(assetDefinitionId);
  const { change, isBusy, problem, clearProblem } = useChange();
  const [isOpen, setOpen] = useState(false);
  const { label, scaling, calculation } = item;
  const words = scaling ? scalingText(scaling) : '';
  if (!isEditable || !mayScale || calculation) return <span className={classes.readOnly}>{words}</span>;

  const save = async (next: ItemScaling | null): Promise<boolean> => {
    const body = { modelId: assetDefinitionId, label, scaling: next };
    const saved = await change({
      said: next ? `${label} is scaled from now on.` : `${label} is scaled no longer.`,
      reload,
      make: () => callApi(definitions.addDataItem, { params: { assetDefinitionId }, body }),
    });
    return saved !== undefined;
  };
  return (
    <>
      <button
        type="button"
        className={classes.placeButton}
        aria-label={`Scaling of ${label}: ${words || 'none'}`}
        data-empty={words === ''}
        onClick={() => {
          clearProblem();
          setOpen(true);
        }}
      >
        {words || 'none'}
      </button>
      {isOpen ? (
        <ItemScalingDialog item={item} isBusy={isBusy} problem={problem} onSave={save} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
