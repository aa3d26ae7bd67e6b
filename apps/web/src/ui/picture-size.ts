import { imageSize } from 'image-size';

/** What is decoded at most: a picture of 100 megapixels takes 400 MB of memory as soon as it is shown. */
export const MOST_MEGAPIXELS = 50;
/** The size stands among the first bytes, after what cameras write before it. */
export const SIZE_WITHIN_BYTES = 1_000_000;

/** How many megapixels a picture has, by its first bytes; undefined: it is no picture. */
export function megapixelsOf(beginning: Uint8Array): number | undefined {
  try {
    const { width, height } = imageSize(beginning);
    return (width * height) / 1e6;
  } catch {
    // The library throws for what it cannot read.
    return undefined;
  }
}
