import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { definitionFiles, type definitions } from '@telltale/contract';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { Pending } from '#pages/Pending.tsx';
import { DropArea } from '#ui/form/DropArea.tsx';
import panel from '../definitions/panel.module.css';
import { placePath } from '../page/configuration-address.ts';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { FileChanges } from './FileChanges.tsx';
import { type ChosenFile, readChosenFile } from './read-chosen-file.ts';

interface FileDialogProps {
  /** The definition that the file is for; none: the one that has its name, or a new one. */
  definition?: definitions.AssetDefinition;
  onClose: () => void;
}

/** Tells files that were chosen one after the other apart. */
let filesChosen = 0;

/** Takes the file of a definition, shows what it would change, and applies it. */
export function FileDialog({ definition, onClose }: FileDialogProps) {
  const [chosen, setChosen] = useState<ChosenFile & { number: number }>();
  const [problem, setProblem] = useState<string>();
  const [name, setName] = useState('');
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await readChosenFile(file);
    setProblem(typeof read === 'string' ? read : undefined);
    if (typeof read === 'string') return;
    filesChosen += 1;
    setChosen({ ...read, number: filesChosen });
    setName(definition?.assetDefinitionName ?? read.name);
  };
  const title = definition ? `Apply a file to ${definition.assetDefinitionName}` : 'Asset definition from a file';

  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="sm">
        <DropArea
          label="File of an asset definition"
          accept=".json,application/json"
          onFiles={([file]) => void choose(file)}
        >
          {chosen ? chosen.filename : 'Drop the file here, or choose it'}
        </DropArea>
        <Problem text={problem} />
        {chosen ? (
          <Chosen
            key={chosen.number}
            chosen={chosen}
            definition={definition}
            name={name}
            onName={setName}
            onClose={onClose}
          />
        ) : (
          <p className={panel.note}>
            One that a portal has saved, this one or another. What it would change is shown before anything is changed.
          </p>
        )}
      </Stack>
    </Modal>
  );
}

interface ChosenProps {
  chosen: ChosenFile & { number: number };
  definition: definitions.AssetDefinition | undefined;
  name: string;
  onName: (name: string) => void;
  onClose: () => void;
}

function Chosen({ chosen, definition, name, onName, onClose }: ChosenProps) {
  const [, navigate] = useLocation();
  const [removeOthers, setRemoveOthers] = useState(false);
  const [settled] = useDebouncedValue(name.trim(), 300);
  const assetDefinitionId = definition?.assetDefinitionId;
  const input = {
    file: chosen.content,
    ...(settled === '' ? {} : { assetDefinitionName: settled }),
    ...(assetDefinitionId === undefined ? {} : { assetDefinitionId }),
    removeOthers,
  };
  const of = { file: chosen.number, name: settled, assetDefinitionId, removeOthers };
  const query = useQuery({
    queryKey: queryKeys.definitionFileDifference(of),
    queryFn: ({ signal }) => callApi(definitionFiles.compareDefinitionFile, { body: input, signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const { data } = query;
  const { change, isBusy, problem } = useChange();

  const apply = async () => {
    if (data === undefined) return;
    const applied = await change({
      said: `${data.assetDefinitionName} is as the file says.`,
      reload: [queryKeys.definitions, queryKeys.dataItems, queryKeys.dashboards, queryKeys.assets],
      make: () => callApi(definitionFiles.applyDefinitionFile, { body: { ...input, state: data.state } }),
    });
    if (applied === undefined) {
      // It may have been changed by somebody else: the difference is another one then.
      void query.refetch();
      return;
    }
    onClose();
    navigate(placePath({ subpage: 'assetdefinitions', id: applied.assetDefinition.assetDefinitionId }));
  };
  const isNothing = data?.changes.length === 0;
  return (
    <>
      <TextInput
        label="Name"
        description={
          definition
            ? 'As the definition is called from then on.'
            : 'As the definition is called here: one of this name is changed, otherwise a new one is made.'
        }
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={255}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Switch
        label="Remove what the file does not name"
        checked={removeOthers}
        onChange={({ currentTarget }) => setRemoveOthers(currentTarget.checked)}
      />
      <Pending query={query} label="Comparing" failure="The file cannot be applied." rows={4} />
      {data ? <FileChanges difference={data} /> : null}
      <Problem text={problem} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {isNothing ? 'Close' : 'Cancel'}
        </Button>
        <Button
          disabled={data === undefined || isNothing || settled !== name.trim()}
          loading={isBusy}
          onClick={() => void apply()}
        >
          {data !== undefined && data.assetDefinitionId === null ? 'Make it' : 'Apply'}
        </Button>
      </Group>
    </>
  );
}
