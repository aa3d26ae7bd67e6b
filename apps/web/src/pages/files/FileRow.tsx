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
import { VersionsButton } from './VersionsButton.tsx';

interface FileRowProps {
  file: VersionedFile;
  /** As it is written; without it the folders are left out. */
  name?: string;
  /** What stands before when it was uploaded, such as its asset. */
  children?: ReactNode;
}

/** A file with its name, time of upload, size and download (spec 1 §2), and those that bore its name before it. */
export function FileRow({ file, name = baseName(file.newest.filename), children }: FileRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { newest, older } = file;
  return (
    <li>
      <div className={classes.file}>
        <FileText file={newest} name={name}>
          {children}
        </FileText>
        <VersionsButton file={file} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <FileTools file={newest} />
      </div>
      {isOpen ? (
        <ul className={classes.versions} aria-label={`Earlier versions of ${newest.filename}`}>
          {older.map((earlier) => (
            <li key={earlier.fileId} className={classes.file}>
              <FileText file={earlier} name={name} />
              <FileTools file={earlier} />
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
