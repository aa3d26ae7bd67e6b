/** A picture is stored inside the dashboard, which everybody who opens it loads: it is made no wider than this. */
const MAX_SIDE_PX = 1200;

/** Asks for an image file and answers it as a data URL, made smaller where it is large; undefined when none was read. */
export async function readPicture(): Promise<string | undefined> {
  const file = await chooseFile();
  if (file === undefined) return undefined;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/webp', 0.85);
}

function chooseFile(): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/png,image/jpeg,image/webp,image/gif';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? undefined));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}
