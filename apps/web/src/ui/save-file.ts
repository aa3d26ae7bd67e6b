/** Characters that file systems or mail programs take for something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const UNSAFE = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/g;

/** A name under which a file can be saved anywhere; `fallback` where nothing is left of it. */
export function safeFilename(name: string, fallback: string): string {
  const safe = name
    .replace(UNSAFE, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 200);
  return safe === '' ? fallback : safe;
}

/** Saves a content as a file of the user. */
export function saveFile(content: BlobPart, filename: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The browser takes the content up after the click; freeing it at once would lose it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
