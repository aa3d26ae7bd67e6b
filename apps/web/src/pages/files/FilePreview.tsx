import { Modal } from '@mantine/core';
import type { files } from '@telltale/contract';
import type { ComponentType } from 'react';
import { Loading } from '#ui/feedback/Loading.tsx';
import { keepEscapeInside } from '#ui/form/keep-escape-inside.ts';
import { pressKey } from '#ui/keys.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { FileTools } from './FileTools.tsx';
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
        {Preview ? <Preview file={file} /> : null}
        <FileTools file={file} />
      </div>
    </Modal>
  );
}
