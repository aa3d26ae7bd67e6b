/** So much of a message is shown. */
const SHOWN_BYTES = 2_000;
/** Control characters, but for what JSON is laid out with. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** The beginning of a message as text; what is none stands as its bytes. */
export function shownText(payload: Buffer): string {
  const shown = payload.subarray(0, SHOWN_BYTES);
  const text = shown.toString('utf8');
  // The last character may be cut in two.
  const isText = !CONTROL.test(text) && !text.slice(0, -4).includes('\uFFFD');
  if (isText) return text;
  const hex = shown.subarray(0, 200).toString('hex').replaceAll(/../g, '$& ');
  return `(no text) ${hex.trim()}`;
}
