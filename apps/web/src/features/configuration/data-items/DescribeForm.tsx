import { Autocomplete, Button, Group, Switch } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { definitions, type ItemDisplay, type ItemDisplayChange, permissionId } from '@telltale/contract';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { masterDataItemsQuery } from '#api/definition-queries.ts';
import { useMay } from '#session/session-store.ts';
import { usePalette } from '#theme/use-palette.ts';
import { DisplayFields } from '#ui/display/DisplayFields.tsx';
import { draftOf, readDraft } from '#ui/display/display-draft.ts';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { CalculationFields } from './CalculationFields.tsx';
import { RecalculateDialog } from './RecalculateDialog.tsx';

interface DescribeFormProps {
  assetDefinitionId: number;
  item: definitions.DataItemDefinition;
  reload: readonly QueryKey[];
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** What is another one than before: the rest may have been changed by somebody else since. */
function changesOf(before: ItemDisplay, after: ItemDisplay): ItemDisplayChange {
  const isOther = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[field as keyof ItemDisplay]);
  return Object.fromEntries(Object.entries(after).filter(isOther));
}

/** How one data item is read wherever it is shown: unit, decimals, scale, bands, words and a description. */
export function DescribeForm({ assetDefinitionId, item, reload, onDirty, onDone }: DescribeFormProps) {
  const master = useQuery(masterDataItemsQuery).data;
  const units = useMemo(() => [...new Set((master ?? []).map(({ unit }) => unit).filter(Boolean))].sort(), [master]);
  const { severities: colours } = usePalette();
  const severities = useMemo(() => colours.map(({ severity, fill }) => ({ severity, colour: fill })), [colours]);
  const [unit, setUnit] = useState(item.unit);
  const [draft, setDraft] = useState(() => draftOf(item.display));
  const { change, isBusy, problem: refusal } = useChange();
  const { display, wordsProblem, problem } = readDraft(draft);
  const stored = item.calculation?.expression ?? '';
  const [isCalculated, setCalculated] = useState(stored !== '');
  const [expression, setExpression] = useState(stored);
  const [isReady, setReady] = useState(false);
  const [isRecalculating, setRecalculating] = useState(false);
  const mayRecalculate = useMay(permissionId('HistoricalDataItems', 'Modify'));
  const wanted = isCalculated ? expression.trim() : '';
  const isOther = wanted !== stored;
  const isChanged = isOther || unit.trim() !== item.unit || JSON.stringify(display) !== JSON.stringify(item.display);
  // As it was it holds, whatever became of what it is calculated from.
  const holds = !isOther || !isCalculated || isReady;

  useEffect(() => onDirty(isChanged), [isChanged, onDirty]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (display === undefined || isBusy || !holds) return;
    const { label } = item;
    const calculation = { calculation: isCalculated ? { expression: wanted } : null };
    const body = {
      ...{ modelId: assetDefinitionId, label },
      ...(unit.trim() === item.unit ? {} : { unit: unit.trim() }),
      display: changesOf(item.display, display),
      ...(isOther ? calculation : {}),
    };
    const saved = await change({
      said: `${label} was saved.`,
      reload,
      make: () => callApi(definitions.addDataItem, { params: { assetDefinitionId }, body }),
    });
    if (saved === undefined) return;
    onDirty(false);
    onDone();
  };
  return (
    <form className={panel.form} aria-label={`Describe ${item.label}`} onSubmit={(event) => void save(event)}>
      <h3 className={panel.heading}>{item.label}</h3>
      <p className={panel.note}>Tiles and tables show it so, unless an asset or a tile says otherwise.</p>
      <Autocomplete
        size="xs"
        label="Unit"
        data={units}
        limit={50}
        maxLength={64}
        value={unit}
        onChange={setUnit}
        data-autofocus
      />
      <Switch
        label="Calculated from other data items"
        checked={isCalculated}
        onChange={({ currentTarget }) => setCalculated(currentTarget.checked)}
      />
      {isCalculated ? (
        <CalculationFields
          assetDefinitionId={assetDefinitionId}
          dataItemId={item.dataItemId}
          expression={expression}
          onChange={setExpression}
          onReady={setReady}
          unit={unit}
        />
      ) : null}
      {isCalculated && stored === '' ? (
        <p className={panel.note}>From then on what devices send for it is set aside.</p>
      ) : null}
      <DisplayFields value={draft} onChange={setDraft} severities={severities} wordsProblem={wordsProblem} />
      <Problem text={problem ?? refusal} />
      <Group gap="xs">
        <Button type="submit" loading={isBusy} disabled={!isChanged || display === undefined || !holds}>
          Save data item
        </Button>
        <Button
          variant="default"
          onClick={() => {
            onDirty(false);
            onDone();
          }}
        >
          Cancel
        </Button>
        {stored !== '' && mayRecalculate ? (
          <Button variant="default" disabled={isOther} onClick={() => setRecalculating(true)}>
            Recalculate…
          </Button>
        ) : null}
      </Group>
      {isRecalculating ? (
        <RecalculateDialog assetDefinitionId={assetDefinitionId} item={item} onClose={() => setRecalculating(false)} />
      ) : null}
    </form>
  );
}
