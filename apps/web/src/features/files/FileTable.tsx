import type { files } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { FileName } from '#pages/files/FileName.tsx';
import { FileTools } from '#pages/files/FileTools.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { controlsColumn, type TableColumn } from '#ui/table/table-column.ts';
import classes from './files-page.module.css';

const ROW_HEIGHT_PX = 44;

interface FileTableProps {
  files: readonly files.StoredFile[];
  assetNames: ReadonlyMap<number, string>;
  emptyText: string;
}

/** One page of files, newest first. */
export function FileTable({ files: rows, assetNames, emptyText }: FileTableProps) {
  const zone = useOwnZone();
  const columns = useMemo((): readonly TableColumn<files.StoredFile>[] => {
    const fixed = { sortable: false } as const;
    return [
      {
        ...fixed,
        id: 'filename',
        header: 'File Name',
        value: ({ filename }) => filename,
        cell: (file, isActive) => <FileName file={file} name={file.filename} tabIndex={isActive ? 0 : -1} />,
      },
      {
        ...fixed,
        id: 'asset',
        header: 'Asset',
        width: '200px',
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
      { ...fixed, id: 'user', header: 'By', width: '130px', value: ({ user }) => user },
      controlsColumn<files.StoredFile>({
        id: 'tools',
        hint: 'Download and delete',
        width: '180px',
        cell: (file, isActive) => <FileTools file={file} tabIndex={isActive ? 0 : -1} />,
      }),
    ];
  }, [assetNames, zone]);
  return (
    <DataTable
      label="Files"
      rows={rows}
      columns={columns}
      rowKey={({ fileId }) => String(fileId)}
      rowHeight={ROW_HEIGHT_PX}
      emptyText={emptyText}
      minWidth={900}
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
