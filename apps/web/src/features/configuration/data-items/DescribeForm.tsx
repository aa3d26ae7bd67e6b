import { Autocomplete, Button, Group } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { definitions } from '@telltale/contract';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { masterDataItemsQuery } from '#api/definition-queries.ts';
import { usePalette } from '#theme/use-palette.ts';
import { DisplayFields } from '#ui/display/DisplayFields.tsx';
import { draftOf, readDraft } from '#ui/display/display-draft.ts';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';

interface DescribeFormProps {
  assetDefinitionId: number;
  item: definitions.DataItemDefinition;
  reload: readonly QueryKey[];
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
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
  const isChanged = unit.trim() !== item.unit || JSON.stringify(display) !== JSON.stringify(item.display);

  useEffect(() => onDirty(isChanged), [isChanged, onDirty]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (display === undefined || isBusy) return;
    const { label, defaultValue } = item;
    const body = { modelId: assetDefinitionId, label, unit: unit.trim(), defaultValue, display };
    const stored = await change({
      said: `${label} was saved.`,
      reload,
      make: () => callApi(definitions.addDataItem, { params: { assetDefinitionId }, body }),
    });
    if (stored === undefined) return;
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
      <DisplayFields value={draft} onChange={setDraft} severities={severities} wordsProblem={wordsProblem} />
      <Problem text={problem ?? refusal} />
      <Group gap="xs">
        <Button type="submit" loading={isBusy} disabled={!isChanged || display === undefined}>
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
      </Group>
    </form>
  );
}
