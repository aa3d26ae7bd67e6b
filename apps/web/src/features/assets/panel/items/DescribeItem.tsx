import { Button, Group, TextInput } from '@mantine/core';
import { itemDisplays } from '@telltale/contract';
import { type FormEvent, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { usePalette } from '#theme/use-palette.ts';
import { DisplayFields } from '#ui/display/DisplayFields.tsx';
import { draftOf, readDraft } from '#ui/display/display-draft.ts';
import classes from '../panel.module.css';
import { useUnsaved } from '../unsaved.ts';
import { useAssetChanges } from '../use-asset-changes.ts';
import { type Description, overrideOf } from './item-override.ts';

interface DescribeItemProps {
  assetId: number;
  dataItemId: itemDisplays.ItemOverride['dataItemId'];
  /** What people read of it. */
  name: string;
  defined: Description;
  /** As the asset has it now. */
  described: Description;
  onDone: () => void;
}

/** How one data item of this asset is read. Only what differs from the definition is sent, and follows it no longer. */
export function DescribeItem({ assetId, dataItemId, name, defined, described, onDone }: DescribeItemProps) {
  const { severities: colours } = usePalette();
  const severities = useMemo(() => colours.map(({ severity, fill }) => ({ severity, colour: fill })), [colours]);
  const [unit, setUnit] = useState(described.unit);
  const [draft, setDraft] = useState(() => draftOf(described.display));
  const { change, isBusy } = useAssetChanges(assetId);
  const { display, wordsProblem, problem } = readDraft(draft);
  const isOwn = Object.keys(overrideOf(defined, described)).length > 0;
  const isChanged = JSON.stringify([unit.trim(), display]) !== JSON.stringify([described.unit, described.display]);
  useUnsaved(isChanged);

  async function put(own: itemDisplays.ItemOverride['display'] | null): Promise<void> {
    const body = [{ dataItemId, display: own }];
    const done = await change(`${name} was saved.`, () =>
      callApi(itemDisplays.putItemDisplays, { params: { assetId }, body }),
    );
    if (done) onDone();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (display !== undefined) void put(overrideOf(defined, { unit: unit.trim(), display }));
  }

  return (
    <form className={classes.describe} aria-label={`Describe ${name}`} onSubmit={submit}>
      <p className={classes.note}>For this asset only. What is left as it is goes on following the definition.</p>
      <TextInput
        label="Unit"
        maxLength={64}
        value={unit}
        onChange={({ currentTarget }) => setUnit(currentTarget.value)}
      />
      <DisplayFields value={draft} onChange={setDraft} severities={severities} wordsProblem={wordsProblem} />
      {problem !== undefined && <p role="alert">{problem}</p>}
      <Group gap="xs">
        <Button type="submit" loading={isBusy} disabled={!isChanged || display === undefined}>
          Save
        </Button>
        {isOwn && (
          <Button variant="default" disabled={isBusy} onClick={() => void put(null)}>
            As in the definition
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
