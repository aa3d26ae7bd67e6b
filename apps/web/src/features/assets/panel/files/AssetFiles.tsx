import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { assetFilesQuery, uploadToAsset } from '#api/file-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { DropArea } from '../DropArea.tsx';
import classes from '../panel.module.css';
import { FileRow } from './FileRow.tsx';

/** The files of an asset, and a place to drop more (spec 1 §2). */
export function AssetFiles({ assetId }: { assetId: number }) {
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
    <>
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
    </>
  );
}
