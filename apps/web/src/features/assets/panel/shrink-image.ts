import { MOST_MEGAPIXELS, megapixelsOf, SIZE_WITHIN_BYTES } from '#ui/picture-size.ts';

/** What is stored of a picture (spec 1 §9). */
interface ImageKind {
  readonly label: string;
  readonly widthPx: number;
  readonly type: 'image/jpeg' | 'image/png';
  readonly quality: number;
}

export const imageKinds = {
  thumbnail: { label: 'Asset Image', widthPx: 150, type: 'image/jpeg', quality: 0.1 },
  marker: { label: 'Map Marker', widthPx: 30, type: 'image/png', quality: 0.9 },
} as const satisfies Readonly<Record<string, ImageKind>>;

/** A picture that is more than so many times as tall as its width may be becomes narrower: no screen has room for a ribbon. */
const TALLEST = 4;

/** Spec 1 §5, word for word. */
export const IMAGE_PROBLEM =
  'There was a problem grabbing that image. Try downloading it and dragging the image file from your computer.';

/** A picture that is refused for its size, in words for who dropped it. */
export class PictureTooLarge extends Error {}

/**
 * The picture as a data URL of the kind's width, never larger than it is.
 * @throws when it is no picture that the browser can read; PictureTooLarge before it would be decoded
 */
export async function shrinkImage(image: Blob, { widthPx, type, quality }: ImageKind): Promise<string> {
  const beginning = new Uint8Array(await image.slice(0, SIZE_WITHIN_BYTES).arrayBuffer());
  const megapixels = megapixelsOf(beginning) ?? 0;
  if (megapixels > MOST_MEGAPIXELS) {
    const has = `The picture has ${Math.round(megapixels)} megapixels; at most ${MOST_MEGAPIXELS} can be taken.`;
    throw new PictureTooLarge(`${has} Make it smaller and drop it again.`);
  }
  const bitmap = await createImageBitmap(image);
  const scale = Math.min(1, widthPx / bitmap.width, (TALLEST * widthPx) / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser draws no pictures.');
  context.imageSmoothingQuality = 'high';
  if (type === 'image/jpeg') {
    // A JPEG has nothing that can be seen through: without a ground, that of a drawing would be black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL(type, quality);
}
