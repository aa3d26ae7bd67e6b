import type { files } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { FileName } from '#pages/files/FileName.tsx';
import { FileRow } from '#pages/files/FileRow.tsx';
import { FileTools } from '#pages/files/FileTools.tsx';
import { baseName } from '#pages/files/file-kind.ts';
import type { VersionedFile } from '#pages/files/folders.ts';
import { VersionsButton } from '#pages/files/VersionsButton.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { useLayoutSize } from '#ui/layout-size.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { controlsColumn, type TableColumn } from '#ui/table/table-column.ts';
import classes from './files-page.module.css';

const ROW_HEIGHT_PX = 44;

interface FileTableProps {
  files: files.FilePage['files'];
  assetNames: ReadonlyMap<number, string>;
  /** They are all of one asset, or of none. */
  isOfOne: boolean;
  /** They are of several folders, which stand before their names. */
  isWithFolders: boolean;
  emptyText: string;
}

/** One page of files, newest first: a table, or a list on a phone. */
export function FileTable(props: FileTableProps) {
  return useLayoutSize() === 'xxs' ? <NarrowFiles {...props} /> : <WideFiles {...props} />;
}

function NarrowFiles({ files: rows, assetNames, isOfOne, isWithFolders, emptyText }: FileTableProps) {
  if (rows.length === 0) return <EmptyState title={emptyText} />;
  return (
    <ul className={classes.list} aria-label="Files">
      {rows.map((file) => (
        <FileRow key={nameKey(file)} file={versioned(file)} {...(isWithFolders ? { name: file.filename } : {})}>
          {isOfOne || file.assetId === null ? null : (
            <>
              <AssetLink assetId={file.assetId} names={assetNames} isTabStop /> ·{' '}
            </>
          )}
        </FileRow>
      ))}
    </ul>
  );
}

/** One line of the table: the newest of its name, or one before it. */
interface Line {
  readonly file: files.StoredFile;
  /** Undefined: one before the newest. */
  readonly all: VersionedFile | undefined;
}

function WideFiles({ files: listed, assetNames, isOfOne, isWithFolders, emptyText }: FileTableProps) {
  const zone = useOwnZone();
  const isDesk = useLayoutSize() === 'lg';
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = listed.flatMap((one): Line[] => [
    { file: one, all: versioned(one) },
    ...(open.has(nameKey(one)) ? one.older.map((file) => ({ file, all: undefined })) : []),
  ]);
  const columns = useMemo((): readonly TableColumn<Line>[] => {
    const fixed = { sortable: false } as const;
    const toggle = (key: string) =>
      setOpen((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
    const all: readonly (TableColumn<Line> | undefined)[] = [
      {
        ...fixed,
        id: 'filename',
        header: 'File Name',
        value: ({ file }) => file.filename,
        cell: ({ file, all: versions }, isActive) => (
          <span className={classes.versioned} data-earlier={versions === undefined}>
            <FileName
              file={file}
              name={isWithFolders ? file.filename : baseName(file.filename)}
              tabIndex={isActive ? 0 : -1}
            />
            {versions === undefined ? (
              <span className={classes.earlier}>earlier</span>
            ) : (
              <VersionsButton
                file={versions}
                isOpen={open.has(nameKey(file))}
                tabIndex={isActive ? 0 : -1}
                onToggle={() => toggle(nameKey(file))}
              />
            )}
          </span>
        ),
      },
      isOfOne
        ? undefined
        : {
            ...fixed,
            id: 'asset',
            header: 'Asset',
            width: isDesk ? '200px' : '150px',
            value: ({ file }) => file.assetId,
            cell: ({ file: { assetId } }, isActive) =>
              assetId === null ? '–' : <AssetLink assetId={assetId} names={assetNames} isTabStop={isActive} />,
          },
      {
        ...fixed,
        id: 'length',
        header: 'Size',
        width: '90px',
        align: 'end',
        value: ({ file }) => formatBytes(file.length),
      },
      {
        ...fixed,
        id: 'timestamp',
        header: 'Uploaded',
        width: '176px',
        hint: `Times are ${zoneName(Date.now(), zone)}.`,
        value: ({ file }) => formatDateTime(Date.parse(file.timestamp), zone),
      },
      isDesk ? { ...fixed, id: 'user', header: 'By', width: '130px', value: ({ file }) => file.user } : undefined,
      controlsColumn<Line>({
        id: 'tools',
        hint: 'Download and delete',
        width: '180px',
        cell: ({ file }, isActive) => <FileTools file={file} tabIndex={isActive ? 0 : -1} />,
      }),
    ];
    return all.filter((column) => column !== undefined);
  }, [assetNames, zone, isOfOne, isWithFolders, isDesk, open]);
  return (
    <DataTable
      label="Files"
      rows={rows}
      columns={columns}
      rowKey={({ file }) => String(file.fileId)}
      rowHeight={ROW_HEIGHT_PX}
      emptyText={emptyText}
      minWidth={isDesk ? 900 : 700}
    />
  );
}

/** The name of a file among those of its asset, or of who uploaded it. */
const nameKey = ({ assetId, user, filename }: files.StoredFile) => `${assetId ?? user}/${filename}`;
const versioned = (file: files.FilePage['files'][number]): VersionedFile => ({ newest: file, older: file.older });

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
