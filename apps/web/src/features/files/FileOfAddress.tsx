import type { files } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { FilePreview } from '#pages/files/FilePreview.tsx';
import classes from './files-page.module.css';

interface FileOfAddressProps {
  /** Undefined: the list has none such. */
  file: files.StoredFile | undefined;
  /** The list is the one that the address asks for. */
  isLatest: boolean;
  onClose: () => void;
}

/** The file that the address names (`?file=7`), as somebody found it or was sent it; or that it is not there. */
export function FileOfAddress({ file, isLatest, onClose }: FileOfAddressProps) {
  const [wasShown, setShown] = useState(file !== undefined);
  useEffect(() => {
    if (file !== undefined) setShown(true);
    // It was deleted from its own preview.
    else if (wasShown && isLatest) onClose();
  });
  if (file !== undefined) return <FilePreview file={file} onClose={onClose} />;
  if (!isLatest || wasShown) return null;
  return (
    <p className={classes.missing} role="alert">
      The file that this address names is not in this list: it may have been deleted.
    </p>
  );
}
