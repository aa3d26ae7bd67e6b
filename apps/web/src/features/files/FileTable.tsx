import type { files } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { FileName } from '#pages/files/FileName.tsx';
import { FileText } from '#pages/files/FileRow.tsx';
import { FileTools } from '#pages/files/FileTools.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { useLayoutSize } from '#ui/layout-size.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { controlsColumn, type TableColumn } from '#ui/table/table-column.ts';
import classes from './files-page.module.css';

const ROW_HEIGHT_PX = 44;

interface FileTableProps {
  files: readonly files.StoredFile[];
  assetNames: ReadonlyMap<number, string>;
  /** They are all of one asset, or of none. */
  isOfOne: boolean;
  emptyText: string;
}

/** One page of files, newest first: a table, or a list on a phone. */
export function FileTable(props: FileTableProps) {
  return useLayoutSize() === 'xxs' ? <NarrowFiles {...props} /> : <WideFiles {...props} />;
}

function NarrowFiles({ files: rows, assetNames, isOfOne, emptyText }: FileTableProps) {
  if (rows.length === 0) return <EmptyState title={emptyText} />;
  return (
    <ul className={classes.list} aria-label="Files">
      {rows.map((file) => (
        <li key={file.fileId}>
          <FileText file={file} name={file.filename}>
            {isOfOne || file.assetId === null ? null : (
              <>
                <AssetLink assetId={file.assetId} names={assetNames} isTabStop /> ·{' '}
              </>
            )}
          </FileText>
          <FileTools file={file} />
        </li>
      ))}
    </ul>
  );
}

function WideFiles({ files: rows, assetNames, isOfOne, emptyText }: FileTableProps) {
  const zone = useOwnZone();
  const isDesk = useLayoutSize() === 'lg';
  const columns = useMemo((): readonly TableColumn<files.StoredFile>[] => {
    const fixed = { sortable: false } as const;
    const all: readonly (TableColumn<files.StoredFile> | undefined)[] = [
      {
        ...fixed,
        id: 'filename',
        header: 'File Name',
        value: ({ filename }) => filename,
        cell: (file, isActive) => <FileName file={file} name={file.filename} tabIndex={isActive ? 0 : -1} />,
      },
      isOfOne
        ? undefined
        : {
            ...fixed,
            id: 'asset',
            header: 'Asset',
            width: isDesk ? '200px' : '150px',
            value: ({ assetId }) => assetId,
            cell: ({ assetId }, isActive) =>
              assetId === null ? '–' : <AssetLink assetId={assetId} names={assetNames} isTabStop={isActive} />,
          },
      {
        ...fixed,
        id: 'length',
        header: 'Size',
        width: '90px',
        align: 'end',
        value: ({ length }) => formatBytes(length),
      },
      {
        ...fixed,
        id: 'timestamp',
        header: 'Uploaded',
        width: '176px',
        hint: `Times are ${zoneName(Date.now(), zone)}.`,
        value: ({ timestamp }) => formatDateTime(Date.parse(timestamp), zone),
      },
      isDesk ? { ...fixed, id: 'user', header: 'By', width: '130px', value: ({ user }) => user } : undefined,
      controlsColumn<files.StoredFile>({
        id: 'tools',
        hint: 'Download and delete',
        width: '180px',
        cell: (file, isActive) => <FileTools file={file} tabIndex={isActive ? 0 : -1} />,
      }),
    ];
    return all.filter((column) => column !== undefined);
  }, [assetNames, zone, isOfOne, isDesk]);
  return (
    <DataTable
      label="Files"
      rows={rows}
      columns={columns}
      rowKey={({ fileId }) => String(fileId)}
      rowHeight={ROW_HEIGHT_PX}
      emptyText={emptyText}
      minWidth={isDesk ? 900 : 700}
    />
  );
}

interface AssetLinkProps {
  assetId: number;
  names: ReadonlyMap<number, string>;
  isTabStop: boolean;
}

function AssetLink({ assetId, names, isTabStop }: AssetLinkProps) {
  return (
    <Link className={classes.link ?? ''} tabIndex={isTabStop ? 0 : -1} href={`/assets?panel=${assetId}&panelTab=files`}>
      {names.get(assetId) ?? `asset ${assetId}`}
    </Link>
  );
}
