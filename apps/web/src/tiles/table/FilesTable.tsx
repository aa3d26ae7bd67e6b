import type { files } from '@telltale/contract';
import { formatBytes } from '@telltale/domain';
import { useMemo } from 'react';
import { useMemberName, useZone } from '#tile-kit/dashboard-scope.tsx';
import { fileAddress, useFileList } from '#tile-kit/records/use-file-list.ts';
import type { TableColumn } from '#ui/table/table-column.ts';
import { assetColumn } from './asset-column.ts';
import { RecordTable } from './RecordTable.tsx';
import type { TableSettings } from './settings.ts';
import classes from './table.module.css';
import { timeColumn } from './time-column.tsx';

type StoredFile = files.StoredFile;
const rowKey = ({ fileId }: StoredFile) => String(fileId);

/** The files of the asset, or of those in a system's slots; their names download them. */
export function FilesTable({ settings }: { settings: TableSettings }) {
  const list = useFileList();
  const zone = useZone();
  const nameOf = useMemberName();
  const columns = useMemo(
    (): readonly TableColumn<StoredFile>[] => [
      ...assetColumn<StoredFile>(nameOf),
      {
        id: 'filename',
        header: 'File Name',
        value: ({ filename }) => filename,
        cell: ({ fileId, filename }, isActive) => (
          <a
            className={classes.file}
            href={fileAddress(fileId)}
            download={filename}
            title={filename}
            tabIndex={isActive ? 0 : -1}
          >
            {filename}
          </a>
        ),
      },
      { id: 'hostname', header: 'Host Name', value: ({ hostname }) => hostname || null },
      { id: 'haspId', header: 'haspId', value: ({ haspId }) => haspId || null },
      {
        id: 'size',
        header: 'Size',
        width: '92px',
        align: 'end',
        value: ({ length }) => length,
        cell: ({ length }) => formatBytes(length),
      },
      timeColumn('Timestamp', zone, ({ timestamp }: StoredFile) => timestamp),
    ],
    [nameOf, zone],
  );
  return <RecordTable settings={settings} list={list} columns={columns} rowKey={rowKey} minWidth={560} />;
}
