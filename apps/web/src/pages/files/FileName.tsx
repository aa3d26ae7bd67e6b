import { ADMIN_MODIFY, type files } from '@telltale/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { useMay } from '#session/session-store.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { explorerOf } from './file-explorer.ts';
import { kindOf } from './file-kind.ts';
import classes from './files.module.css';

const FilePreview = lazyPart(async () => (await import('./FilePreview.tsx')).FilePreview);

interface FileNameProps {
  file: files.StoredFile;
  /** As it is written: without its folders where those stand above. */
  name: string;
  tabIndex?: number;
}

/** The name of a file; of one that can be looked at, a press shows it, or opens it in its explorer. */
export function FileName({ file, name, tabIndex }: FileNameProps) {
  const [isShown, setShown] = useState(false);
  const isAdministrator = useMay(ADMIN_MODIFY);
  const explorer = explorerOf(file, isAdministrator);
  if (explorer !== undefined) {
    return (
      <Link
        className={`${classes.name} ${classes.fileName}`}
        title={`Open ${file.filename} in the ${explorer.name}`}
        href={explorer.address}
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
