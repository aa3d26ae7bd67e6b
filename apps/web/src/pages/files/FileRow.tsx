import { Button } from '@mantine/core';
import type { files } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { type ReactNode, useState } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { FileName } from './FileName.tsx';
import { FileTools } from './FileTools.tsx';
import { baseName } from './file-kind.ts';
import classes from './files.module.css';
import type { VersionedFile } from './folders.ts';

/** A file with its name, time of upload, size and download (spec 1 §2), and those that bore its name before it. */
export function FileRow({ file: { newest, older } }: { file: VersionedFile }) {
  const [isOpen, setOpen] = useState(false);
  const name = baseName(newest.filename);
  return (
    <li>
      <div className={classes.file}>
        <FileText file={newest} name={name} />
        {older.length > 0 ? (
          <Button
            variant="subtle"
            size="xs"
            aria-expanded={isOpen}
            aria-label={`Versions of ${newest.filename}`}
            onClick={() => setOpen(!isOpen)}
          >
            {older.length + 1} versions
          </Button>
        ) : null}
        <FileTools file={newest} />
      </div>
      {isOpen ? (
        <ul className={classes.versions} aria-label={`Earlier versions of ${newest.filename}`}>
          {older.map((file) => (
            <li key={file.fileId} className={classes.file}>
              <FileText file={file} name={name} />
              <FileTools file={file} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

interface FileTextProps {
  file: files.StoredFile;
  /** As it is written. */
  name: string;
  /** What stands before when it was uploaded, such as its asset. */
  children?: ReactNode;
}

/** The name of a file, and below it when it came, how large it is and from whom. */
export function FileText({ file, name, children }: FileTextProps) {
  const zone = useOwnZone();
  const uploadedMs = Date.parse(file.timestamp);
  return (
    <span className={classes.fileText}>
      <FileName file={file} name={name} />
      <span className={classes.note}>
        {children}
        {formatDateTime(uploadedMs, zone)} {zoneName(uploadedMs, zone)} · {formatBytes(file.length)} · {file.user}
      </span>
    </span>
  );
}
