import { Modal } from '@mantine/core';
import { ADMIN_MODIFY, type files } from '@telltale/contract';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Loading } from '#ui/feedback/Loading.tsx';
import { keepEscapeInside } from '#ui/form/keep-escape-inside.ts';
import { pressKey } from '#ui/keys.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { FileTools } from './FileTools.tsx';
import { explorerOf } from './file-explorer.ts';
import { type FileKind, kindOf } from './file-kind.ts';
import classes from './files.module.css';
import { MediaPreview } from './preview/MediaPreview.tsx';
import { PicturePreview } from './preview/PicturePreview.tsx';
import { TextPreview } from './preview/TextPreview.tsx';

export interface PreviewProps {
  file: files.StoredFile;
}

const previews: Readonly<Record<FileKind, ComponentType<PreviewProps>>> = {
  picture: PicturePreview,
  video: MediaPreview,
  sound: MediaPreview,
  table: lazyPart(async () => (await import('./preview/TablePreview.tsx')).TablePreview, Loading),
  text: TextPreview,
  pdf: lazyPart(async () => (await import('./preview/PdfPreview.tsx')).PdfPreview, Loading),
};

/** A file as it looks, without a download. Nothing of it can run: see decision 0206. */
export function FilePreview({ file, onClose }: PreviewProps & { onClose: () => void }) {
  const kind = kindOf(file.filename);
  const Preview = kind && previews[kind];
  return (
    <Modal
      opened
      onClose={onClose}
      title={file.filename}
      size="min(960px, 96vw)"
      // Escape closes the preview, and not the panel that it was opened from.
      closeOnEscape={false}
      onFocusCapture={keepEscapeInside}
      // The list below has keys and presses of its own.
      onKeyDown={(event) => {
        event.stopPropagation();
        pressKey(event, { Escape: onClose });
      }}
      onClick={(event) => event.stopPropagation()}
    >
      <div className={classes.shown}>
        {Preview ? <Preview file={file} /> : <NoPreview file={file} />}
        <FileTools file={file} />
      </div>
    </Modal>
  );
}

/** A file that is looked into elsewhere, or only downloaded. */
function NoPreview({ file }: PreviewProps) {
  const explorer = explorerOf(file, useMay(ADMIN_MODIFY));
  if (explorer === undefined) {
    return <EmptyState title="Such a file has no preview.">Download it to look at it.</EmptyState>;
  }
  return (
    <EmptyState title={`Such a file is looked into in the ${explorer.name}.`}>
      <Link className={classes.name} href={explorer.address}>
        Open it there
      </Link>
    </EmptyState>
  );
}
