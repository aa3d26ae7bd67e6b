import type { files } from '@telltale/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { lazyPart } from '#ui/lazy-part.tsx';
import { kindOf } from './file-kind.ts';
import classes from './files.module.css';

const FilePreview = lazyPart(async () => (await import('./FilePreview.tsx')).FilePreview);

interface FileNameProps {
  file: files.StoredFile;
  /** As it is written: without its folders where those stand above. */
  name: string;
  tabIndex?: number;
}

/** The name of a file; of one that can be looked at, a press shows it, and a database is opened in its explorer. */
export function FileName({ file, name, tabIndex }: FileNameProps) {
  const [isShown, setShown] = useState(false);
  if (/\.sqlite$/i.test(file.filename)) {
    return (
      <Link
        className={`${classes.name} ${classes.fileName}`}
        title={`Open ${file.filename} in the SQLite explorer`}
        href={`/sqlite?fileId=${file.fileId}`}
        {...(tabIndex === undefined ? {} : { tabIndex })}
      >
        {name}
      </Link>
    );
  }
  if (kindOf(file.filename) === undefined) {
    return (
      <span className={classes.fileName} title={file.filename}>
        {name}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className={`${classes.name} ${classes.fileName}`}
        title={file.filename}
        {...(tabIndex === undefined ? {} : { tabIndex })}
        onClick={(event) => {
          event.stopPropagation();
          setShown(true);
        }}
      >
        {name}
      </button>
      {isShown ? <FilePreview file={file} onClose={() => setShown(false)} /> : null}
    </>
  );
}
