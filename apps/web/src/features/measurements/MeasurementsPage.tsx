import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useCallback, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { queryKeys } from '#api/query-keys.ts';
import { UploadArea } from '#pages/files/UploadArea.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Page } from '#ui/page/Page.tsx';
import { ChannelPictures } from './ChannelPictures.tsx';
import { ChannelTable } from './ChannelTable.tsx';
import { ExportFate } from './exporting/ExportFate.tsx';
import { FileBar } from './FileBar.tsx';
import { channelsQuery, measurementFilesQuery, recordingQuery } from './measurement-queries.ts';
import classes from './measurements.module.css';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NO_CHANNELS: [] = [];

const ExportDialog = lazyPart(async () => (await import('./exporting/ExportDialog.tsx')).ExportDialog);

const ImportDialog = lazyPart(async () => (await import('./importing/ImportDialog.tsx')).ImportDialog);

/** Measurement files of the portal: their groups, channels and values, read in place (spec 2 §2.11). */
export function MeasurementsPage() {
  const { params, set } = useAddressParams();
  const client = useQueryClient();
  // Whole minutes: seconds have no room in the field.
  const [openedMs] = useState(() => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const begin = params.get('begin') ?? new Date(openedMs - DAY_MS).toISOString();
  const end = params.get('end');
  const list = useQuery(measurementFilesQuery({ startDate: begin, ...(end === null ? {} : { endDate: end }) }));
  const fileId = idOf(params.get('fileId'));
  return (
    <Page title="Measurement files" columnWidth={1_320}>
      <FileView
        key={fileId}
        fileId={fileId}
        bar={{
          begin,
          end,
          onSpan: set,
          onRefresh: () => void client.invalidateQueries({ queryKey: queryKeys.files }),
          listed: list.data,
          onFile: (chosen) => set({ fileId: chosen, group: undefined, page: undefined }),
        }}
      />
      {list.error ? (
        <ErrorState
          title="The files could not be listed."
          message={messageOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {useMay(permissionId('Files', 'Create')) ? <UploadArea assetId={undefined} folder="" /> : null}
    </Page>
  );
}

type BarProps = Parameters<typeof FileBar>[0];

interface FileViewProps {
  fileId: number | undefined;
  bar: Omit<BarProps, 'fileId' | 'recording' | 'group' | 'onGroup'>;
}

function FileView({ fileId, bar }: FileViewProps) {
  const { params, set } = useAddressParams();
  const recording = useQuery({ ...recordingQuery(fileId ?? 0), enabled: fileId !== undefined });
  const group = params.get('group') ?? recording.data?.groups[0]?.name ?? '';
  return (
    <>
      <FileBar
        {...bar}
        fileId={fileId}
        recording={recording.data}
        group={group}
        onGroup={(name) => set({ group: name, page: undefined })}
      />
      {fileId === undefined ? <EmptyState title="Choose a file, or upload one below." /> : null}
      {fileId === undefined ? null : (
        <Pending query={recording} label="Reading the file" failure="The file could not be read." rows={4} />
      )}
      {recording.data?.faults.map((fault) => (
        <p key={fault} className={classes.fault} role="status">
          {fault}
        </p>
      ))}
      {recording.data?.groups.length === 0 ? <EmptyState title="The file has no groups." /> : null}
      {fileId !== undefined && recording.data && group !== '' ? (
        <GroupView key={group} fileId={fileId} group={group} />
      ) : null}
    </>
  );
}

function GroupView({ fileId, group }: { fileId: number; group: string }) {
  const { params, set } = useAddressParams();
  const query = useQuery(channelsQuery(fileId, group));
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  const channels = query.data ?? NO_CHANNELS;
  const draw = useCallback(
    (channel: string, isDrawn: boolean) =>
      setDrawn((before) => new Set(isDrawn ? [...before, channel] : [...before].filter((name) => name !== channel))),
    [],
  );
  const chosen = channels.filter(({ name }) => drawn.has(name));
  const [opened, setOpened] = useState<'export' | 'import'>();
  const mayImport = useMay(permissionId('HistoricalDataItems', 'Modify'));
  const close = () => setOpened(undefined);
  const [exportId, setExportId] = useState<string>();
  return (
    <>
      <Pending query={query} label="Reading the channels" failure="The channels could not be read." rows={6} />
      {query.data?.length === 0 ? <EmptyState title="The group has no channels." /> : null}
      {channels.length > 0 ? (
        <Group gap="xs" className={classes.acts ?? ''}>
          <Button variant="default" size="xs" onClick={() => setOpened('export')}>
            Export channels
          </Button>
          {mayImport ? (
            <Button variant="default" size="xs" onClick={() => setOpened('import')}>
              Import into an asset
            </Button>
          ) : null}
        </Group>
      ) : null}
      {opened === 'import' ? (
        <ImportDialog of={{ fileId, group }} channels={channels} drawn={drawn} onClose={close} />
      ) : null}
      {opened === 'export' ? (
        <ExportDialog {...{ fileId, group, channels, drawn, exportId }} onExport={setExportId} onClose={close} />
      ) : null}
      {exportId !== undefined && opened !== 'export' ? <ExportFate exportId={exportId} /> : null}
      {channels.length > 0 ? (
        <ChannelTable
          fileId={fileId}
          group={group}
          channels={channels}
          drawn={drawn}
          onDraw={draw}
          page={idOf(params.get('page')) ?? 1}
          onPage={(next) => set({ page: next === 1 ? undefined : String(next) })}
        />
      ) : null}
      {chosen.length > 0 ? <ChannelPictures fileId={fileId} group={group} channels={chosen} /> : null}
    </>
  );
}

function idOf(text: string | null): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
