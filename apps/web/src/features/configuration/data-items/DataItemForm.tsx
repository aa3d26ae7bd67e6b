import { Autocomplete, Button, Switch } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { definitions } from '@telltale/contract';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { masterDataItemsQuery } from '#api/definition-queries.ts';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { CalculationFields } from './CalculationFields.tsx';

const OFFERED = 50;

interface DataItemFormProps {
  assetDefinitionId: number;
  reload: readonly QueryKey[];
  onDirty: (isDirty: boolean) => void;
}

/** One data item: a label and a unit that the portal knows, or new ones. */
export function DataItemForm({ assetDefinitionId, reload, onDirty }: DataItemFormProps) {
  const master = useQuery(masterDataItemsQuery).data;
  const { change, isBusy, problem, clearProblem } = useChange();
  const [label, setLabel] = useState('');
  const [unit, setUnit] = useState<string>();
  const [isCalculated, setCalculated] = useState(false);
  const [expression, setExpression] = useState('');
  const [isReady, setReady] = useState(false);
  const labels = useMemo(() => (master ?? []).map((item) => item.label), [master]);
  const units = useMemo(() => [...new Set((master ?? []).map((item) => item.unit).filter(Boolean))].sort(), [master]);
  const known = master?.find((item) => item.label.toLowerCase() === label.trim().toLowerCase());
  // Until a unit is typed, that of the label is meant.
  const shownUnit = unit ?? known?.unit ?? '';

  const mayAdd = label.trim() !== '' && (!isCalculated || isReady);

  useEffect(() => onDirty(label.trim() !== '' || expression !== ''), [label, expression, onDirty]);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!mayAdd || isBusy) return;
    const body = {
      ...{ modelId: assetDefinitionId, label: label.trim(), unit: shownUnit.trim() },
      ...(isCalculated ? { calculation: { expression: expression.trim() } } : {}),
    };
    const added = await change({
      reload,
      make: () => callApi(definitions.addDataItem, { params: { assetDefinitionId }, body }),
    });
    if (!added) return;
    // The next one may have been typed meanwhile.
    setLabel((now) => (now === label ? '' : now));
    setUnit((now) => (now === unit ? undefined : now));
    setExpression((now) => (now === expression ? '' : now));
  };
  return (
    <form className={panel.form} aria-label="Add data item" onSubmit={(event) => void add(event)}>
      <div className={panel.nameLine}>
        <Autocomplete
          label="Label"
          size="xs"
          description={
            label.trim() !== '' && !known ? 'New: nothing has this label yet.' : 'Choose one, or type a new one.'
          }
          data={labels}
          limit={OFFERED}
          maxLength={255}
          value={label}
          onChange={(text) => {
            setLabel(text);
            clearProblem();
          }}
        />
        <Autocomplete
          label="Unit"
          size="xs"
          description="Choose one, or type a new one."
          data={units}
          limit={OFFERED}
          maxLength={64}
          value={shownUnit}
          onChange={setUnit}
        />
        <Button type="submit" loading={isBusy} disabled={!mayAdd}>
          Add data item
        </Button>
      </div>
      <Switch
        label="Calculated from other data items"
        checked={isCalculated}
        onChange={({ currentTarget }) => {
          setCalculated(currentTarget.checked);
          if (!currentTarget.checked) setExpression('');
        }}
      />
      {isCalculated ? (
        <CalculationFields
          assetDefinitionId={assetDefinitionId}
          dataItemId={known?.dataItemId}
          expression={expression}
          onChange={setExpression}
          onReady={setReady}
          unit={shownUnit}
        />
      ) : null}
      <Problem text={problem} />
    </form>
  );
}
