import { useState } from 'react';
import { fileViewAddress } from '#api/file-queries.ts';
import type { PreviewProps } from '../FilePreview.tsx';
import { kindOf } from '../file-kind.ts';
import { CannotShow } from './CannotShow.tsx';

/** A video or a sound; only what is played of it is loaded. */
export function MediaPreview({ file }: PreviewProps) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <CannotShow>The browser cannot play it.</CannotShow>;
  const media = {
    src: fileViewAddress(file.fileId),
    controls: true,
    preload: 'metadata',
    'aria-label': file.filename,
    onError: () => setBroken(true),
  } as const;
  // biome-ignore-start lint/a11y/useMediaCaption: what machines and people record has none
  return kindOf(file.filename) === 'video' ? <video {...media} /> : <audio {...media} />;
  // biome-ignore-end lint/a11y/useMediaCaption: what machines and people record has none
}
