import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type files, permissionId } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { setUi } from '#actions/ui-store.ts';
import { messageOf } from '#api/api-error.ts';
import { assetFilesQuery, fileAddress, uploadToAsset } from '#api/file-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { ModelessPanel } from '#ui/page/ModelessPanel.tsx';
import { DropArea } from './DropArea.tsx';
import classes from './panel.module.css';

/** The files of an asset, and a place to drop more (spec 1 §2). A tile beside it may hide it (HIDE_FILE_PANEL). */
export function FilePanel({ assetId }: { assetId: number }) {
  const mayUpload = useMay(permissionId('Files', 'Create'));
  const queryClient = useQueryClient();
  const list = useQuery(assetFilesQuery(assetId));
  const { data } = list;
  const upload = useMutation({
    mutationFn: (chosen: readonly File[]) => uploadToAsset(assetId, chosen),
    onSuccess: (_nothing, chosen) => {
      toast(chosen.length === 1 ? `‘${chosen[0]?.name}’ uploaded.` : `${chosen.length} files uploaded.`);
      return queryClient.invalidateQueries({ queryKey: queryKeys.assetFiles(assetId) });
    },
    onError: (failure) => toast(`Nothing was uploaded. ${messageOf(failure)}`, 'error'),
  });

  return (
    <ModelessPanel title="Files" onClose={() => setUi({ filePanel: undefined })}>
      {mayUpload && (
        <section className={classes.section}>
          <h3 className={classes.heading}>Upload a file</h3>
          <DropArea
            label="Upload a file"
            isMultiple
            disabled={upload.isPending}
            onFiles={(chosen) => chosen.length > 0 && upload.mutate(chosen)}
          >
            <IconUpload size={20} stroke={1.5} aria-hidden />
            {upload.isPending ? 'Uploading…' : 'Drop files here'}
          </DropArea>
        </section>
      )}
      <section className={classes.section}>
        <h3 className={classes.heading}>Existing files</h3>
        <Pending
          query={list}
          label="Loading the files"
          failure="The files could not be loaded."
          rows={3}
          rowHeight={48}
        />
        {data?.length === 0 && (
          <EmptyState title="There are no files yet.">
            {mayUpload ? 'Drop some above.' : 'Nobody has uploaded any.'}
          </EmptyState>
        )}
        <ul className={classes.files}>
          {data?.map((file) => (
            <FileRow key={file.fileId} file={file} />
          ))}
        </ul>
      </section>
    </ModelessPanel>
  );
}

function FileRow({ file: { fileId, filename, timestamp, length } }: { file: files.StoredFile }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const uploadedMs = Date.parse(timestamp);
  return (
    <li className={classes.file}>
      <span className={classes.fileText}>
        <span className={classes.fileName} title={filename}>
          {filename}
        </span>
        <span className={classes.note}>
          {formatDateTime(uploadedMs, zone)} {zoneName(uploadedMs, zone)} · {formatBytes(length)}
        </span>
      </span>
      <Button
        component="a"
        href={fileAddress(fileId)}
        download={filename}
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} />}
        aria-label={`Download ${filename}`}
      >
        Download
      </Button>
    </li>
  );
}
