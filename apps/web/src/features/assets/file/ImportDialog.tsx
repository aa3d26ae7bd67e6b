import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { assetLists } from '@telltale/contract';
import { useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';
import { CsvField } from '#ui/form/CsvField.tsx';
import { useLayoutSize } from '#ui/layout-size.ts';
import { countAssets } from '../many/change-form.ts';
import classes from '../many/many.module.css';
import { Preview } from '../many/Preview.tsx';
import { type AssetsFile, readAssetsCsv } from './read-assets-csv.ts';

type Outcome = Awaited<ReturnType<typeof callImport>>;

/** Creates and changes assets from a file: first a look at what it would do, then all of it or nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const isNarrow = useLayoutSize() === 'xxs';
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [file, setFile] = useState<AssetsFile>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const take = (next: string) => {
    setText(next);
    setFile(undefined);
    setOutcome(undefined);
    setFault(undefined);
  };
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    setFault(undefined);
    try {
      await act();
    } catch (error) {
      setFault(faultText(error));
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    run(async () => {
      const read = readAssetsCsv(text);
      setFile(read);
      if (read.problem === undefined && read.lines.length > 0) setOutcome(await callImport(read.lines, true));
    });
  const store = () =>
    run(async () => {
      const { created, changed } = await callImport(file?.lines ?? [], false);
      toast(`${countAssets(created)} created, ${changed.toLocaleString('en')} changed.`);
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.assets });
    });

  const faults = [...(file?.faults ?? []), ...(outcome?.faults ?? [])].sort((a, b) => a.line - b.line);
  const todo = (outcome?.created ?? 0) + (outcome?.changed ?? 0);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Create or update from CSV"
      size="xl"
      fullScreen={isNarrow}
      // A click beside the dialog must not throw away what was pasted.
      closeOnClickOutside={text === ''}
    >
      <Stack gap="md">
        <CsvField
          label="Assets, with the column Serial number"
          placeholder={
            'Serial number,Definition,Alias,Latitude,Longitude,Attribute Station\nPS-1,Pump station,North pump,31.97,-102.08,East'
          }
          text={text}
          onChange={take}
        />
        {file?.problem === undefined ? null : (
          <p className={classes.fault} role="alert">
            {file.problem}
          </p>
        )}
        {outcome === undefined && faults.length === 0 ? null : (
          <Look outcome={outcome} faults={faults} ignored={file?.ignored ?? []} />
        )}
        {fault === undefined ? null : (
          <p className={classes.fault} role="alert">
            {fault}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {outcome === undefined || faults.length > 0 ? (
            <Button disabled={text.trim() === ''} loading={isBusy} onClick={() => void look()}>
              Preview
            </Button>
          ) : (
            <Button disabled={todo === 0} loading={isBusy} onClick={() => void store()}>
              Create and change {todo.toLocaleString('en')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface LookProps {
  outcome: Outcome | undefined;
  faults: readonly assetLists.LineFault[];
  ignored: readonly string[];
}

/** What the file would do, or what is wrong with it. */
function Look({ outcome, faults, ignored }: LookProps) {
  const changes = (outcome?.changes ?? []).filter(({ kind }) => kind !== 'none');
  return (
    <>
      {faults.length === 0 ? (
        <p className={classes.sum} role="status">
          {outcome?.created.toLocaleString('en')} to create, {outcome?.changed.toLocaleString('en')} to change,{' '}
          {outcome?.unchanged.toLocaleString('en')} unchanged.
        </p>
      ) : (
        <>
          <p className={classes.fault} role="alert">
            {faults.length === 1 ? '1 line' : `${faults.length.toLocaleString('en')} lines`} cannot be taken. Nothing is
            stored before all of them can.
          </p>
          <Preview
            label="What is wrong"
            headers={['Line', 'What is wrong']}
            lines={faults.map(({ line, message }) => ({ key: `${line} ${message}`, cells: [String(line), message] }))}
          />
        </>
      )}
      {ignored.length === 0 ? null : <p className={classes.sum}>Passed over: {ignored.join(', ')}.</p>}
      {faults.length > 0 ? null : (
        <Preview
          label="What changes"
          headers={['Line', 'Serial number', 'What']}
          lines={changes.map(({ line, serialNumber, kind, what }) => ({
            key: line,
            cells: [String(line), serialNumber, kind === 'create' ? 'New asset' : what.join('; ')],
          }))}
        />
      )}
    </>
  );
}

function callImport(lines: readonly assetLists.AssetLine[], preview: boolean) {
  return callApi(assetLists.importAssets, { body: { lines: [...lines], preview } });
}

/** A file that was fine in the preview may have a fault by now: somebody else was quicker. */
function faultText(error: unknown): string {
  const details =
    error instanceof ApiError ? (error.details as { faults?: assetLists.LineFault[] } | undefined) : undefined;
  const first = details?.faults?.[0];
  return first === undefined ? messageOf(error) : `${messageOf(error)} Line ${first.line}: ${first.message}`;
}
