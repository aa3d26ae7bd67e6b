import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { files, permissionId } from '@telltale/contract';
import { useEffect, useMemo } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { FILES_PER_PAGE, filePageQuery } from '#api/file-queries.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { FolderTrail } from '#pages/files/FolderTrail.tsx';
import { UploadArea } from '#pages/files/UploadArea.tsx';
import { assetChoices } from '#pages/listing/filters.tsx';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { type AddressChanges, useAddressParams } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Page } from '#ui/page/Page.tsx';
import { FileOfAddress } from './FileOfAddress.tsx';
import { FileTable } from './FileTable.tsx';
import classes from './files-page.module.css';

/** As in the tables of tiles (spec 1 §9). */
const SEARCH_DELAY_MS = 300;
/** A list of ten thousand names is searched, not scrolled. */
const MOST_LISTED = 100;

/** All files that the user may see, of assets and of none, a page at a time; which of them stands in the address. */
export function FilesPage() {
  const { params, set } = useAddressParams();
  const search = params.get('search') ?? '';
  const asset = readAsset(params.get('asset'));
  const page = readPage(params.get('page'));
  const folder = params.get('folder') ?? '';
  const fileId = readId(params.get('file'));
  const [asked] = useDebouncedValue(search, SEARCH_DELAY_MS);
  const query = useQuery(filePageQuery({ search: asked, asset, folder, offset: (page - 1) * FILES_PER_PAGE }));
  const mayUpload = useMay(permissionId('Files', 'Create'));
  const assetList = useQuery({ ...assetListQuery, enabled: useMay(permissionId('Assets', 'View')) });
  const names = useMemo(
    () => new Map(assetList.data?.map((one) => [Number(one.assetId), one.assetAlias || one.serialNumber])),
    [assetList.data],
  );
  const choices = useMemo(() => {
    const all = [{ value: 'none', label: 'Without an asset' }, ...assetChoices(names)];
    // The address may name one that is not in sight, or not there yet.
    const isKnown = asset === undefined || all.some(({ value }) => value === String(asset));
    return isKnown ? all : [...all, { value: String(asset), label: `asset ${asset}` }];
  }, [names, asset]);
  /** Another list, from its beginning. */
  const open = (changes: AddressChanges) => set({ ...changes, page: undefined, file: undefined });
  const { data } = query;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / FILES_PER_PAGE));
  // The last file of the last page may have been deleted; the address may be of a time when there were more.
  const isBeyond = data !== undefined && !query.isPlaceholderData && page > pages;
  useEffect(() => {
    if (isBeyond) set({ page: pages > 1 ? String(pages) : undefined });
  });

  return (
    <Page
      title="Files"
      head={
        <>
          <span className={classes.count} role="status">
            {data ? `${data.total.toLocaleString('en')} ${data.total === 1 ? 'file' : 'files'}` : ''}
          </span>
          <AdministrationLinks here="/files" />
        </>
      }
    >
      <div className={classes.filters}>
        <SearchField
          label="Search files"
          placeholder="Search files"
          clearLabel="Clear the search"
          maxLength={files.MAX_FILE_SEARCH}
          value={search}
          onChange={(text) => open({ search: text })}
        />
        <Select
          aria-label="Of which asset"
          placeholder="All files"
          searchable
          clearable
          limit={MOST_LISTED}
          data={choices}
          value={asset === undefined ? null : String(asset)}
          error={assetList.error ? 'The assets could not be loaded.' : undefined}
          onChange={(chosen) => open({ asset: chosen ?? undefined, folder: undefined })}
        />
      </div>
      {mayUpload && asset !== undefined ? (
        <div className={classes.upload}>
          <UploadArea key={`${asset} ${folder}`} assetId={asset === 'none' ? undefined : asset} folder={folder} />
        </div>
      ) : null}
      {data && fileId !== undefined ? (
        <FileOfAddress
          key={fileId}
          file={data.files.flatMap((file) => [file, ...file.older]).find((file) => file.fileId === fileId)}
          isLatest={!query.isPlaceholderData && asked === search}
          onClose={() => set({ file: undefined })}
        />
      ) : null}
      {data ? (
        <div className={classes.table} data-stale={query.isPlaceholderData}>
          <div className={classes.folders}>
            <FolderTrail path={folder} folders={data.folders} onOpen={(path) => open({ folder: path })} />
          </div>
          <FileTable
            files={data.files}
            assetNames={names}
            isOfOne={asset !== undefined}
            isWithFolders={asked !== ''}
            emptyText={emptyText(data, { search, folder, isAll: asset === undefined })}
          />
        </div>
      ) : null}
      <Pending query={query} label="Loading the files" failure="The files could not be loaded." rows={12} />
      {data ? (
        <PageSteps page={page} pages={pages} onPage={(next) => set({ page: String(next), file: undefined })} />
      ) : null}
    </Page>
  );
}

function emptyText(
  { folders }: files.FilePage,
  { search, folder, isAll }: { search: string; folder: string; isAll: boolean },
): string {
  if (search !== '') return 'No file matches.';
  if (folders.length > 0) return 'All files here lie in folders.';
  if (folder !== '') return 'There are no files in this folder.';
  return isAll ? 'There are no files yet.' : 'No file matches.';
}

function readId(text: string | null): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const readAsset = (text: string | null) => (text === 'none' ? ('none' as const) : readId(text));
const readPage = (text: string | null) => readId(text) ?? 1;
