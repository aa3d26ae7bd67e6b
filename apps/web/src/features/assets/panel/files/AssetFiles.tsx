import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { assetFilesQuery } from '#api/file-queries.ts';
import { useFileNews } from '#live/records/use-news-of-records.ts';
import { FileRow } from '#pages/files/FileRow.tsx';
import { FolderTrail } from '#pages/files/FolderTrail.tsx';
import { folderOf } from '#pages/files/folders.ts';
import { UploadArea } from '#pages/files/UploadArea.tsx';
import { Pending } from '#pages/Pending.tsx';
import { putInAddress } from '#pages/panel-address.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import classes from '../panel.module.css';

const FOLDER = 'folder';
const openFolder = (path: string) => putInAddress({ [FOLDER]: path });

/** The files of an asset, and a place to drop more (spec 1 §2). The folder that is looked at stands in the address. */
export function AssetFiles({ assetId }: { assetId: number }) {
  const [search] = useSearchParams();
  const folder = search.get(FOLDER) ?? '';
  const mayUpload = useMay(permissionId('Files', 'Create'));
  const list = useQuery(assetFilesQuery(assetId));
  const { data } = list;
  useFileNews(assetId);
  const shown = useMemo(() => folderOf(data ?? [], folder), [data, folder]);
  useEffect(() => () => putInAddress({ [FOLDER]: undefined }), []);

  return (
    <>
      {mayUpload && <UploadArea key={folder} assetId={assetId} folder={folder} />}
      <section className={classes.section}>
        <h3 className={classes.heading}>Existing files</h3>
        <Pending
          query={list}
          label="Loading the files"
          failure="The files could not be loaded."
          rows={3}
          rowHeight={48}
        />
        {data ? <FolderTrail path={folder} folders={shown.folders} onOpen={openFolder} /> : null}
        {data?.length === 0 && (
          <EmptyState title="There are no files yet.">
            {mayUpload ? 'Drop some above.' : 'Nobody has uploaded any.'}
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && shown.files.length === 0 && shown.folders.length === 0 && (
          <EmptyState title="There are no files in this folder." />
        )}
        <ul className={classes.files} aria-label="Files">
          {shown.files.map((file) => (
            <FileRow key={file.newest.filename} file={file} />
          ))}
        </ul>
      </section>
    </>
  );
}
