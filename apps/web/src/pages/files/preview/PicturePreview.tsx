import { useState } from 'react';
import { fileViewAddress } from '#api/file-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { MOST_MEGAPIXELS, megapixelsOf, SIZE_WITHIN_BYTES } from '#ui/picture-size.ts';
import type { PreviewProps } from '../FilePreview.tsx';
import { CannotShow } from './CannotShow.tsx';
import { useBeginning } from './use-beginning.ts';

/** A picture, once its first bytes have said that it is one, and not too large to be decoded. */
export function PicturePreview({ file }: PreviewProps) {
  const query = useBeginning(file, SIZE_WITHIN_BYTES);
  const [isBroken, setBroken] = useState(false);
  if (query.data === undefined) {
    return <Pending query={query} label="Loading the picture" failure="The picture could not be loaded." rows={4} />;
  }
  const megapixels = megapixelsOf(query.data);
  if (megapixels === undefined || isBroken) return <CannotShow>It is no picture, whatever its name says.</CannotShow>;
  if (megapixels > MOST_MEGAPIXELS) {
    return (
      <CannotShow>
        It has {Math.round(megapixels)} megapixels, and pictures of up to {MOST_MEGAPIXELS} are shown.
      </CannotShow>
    );
  }
  return <img src={fileViewAddress(file.fileId)} alt={file.filename} onError={() => setBroken(true)} />;
}
