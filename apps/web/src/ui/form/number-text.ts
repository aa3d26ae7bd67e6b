/** Three digits behind one comma: some write 1234 so, and others 1.234. */
const IN_EITHER_WAY = /^[-+]?[1-9]\d{0,2},\d{3}$/;

/**
 * A number that was written elsewhere, with a point before its decimals and without signs between its thousands.
 * Undefined: what its comma means cannot be told.
 */
export function withPoint(text: string): string | undefined {
  const trimmed = text.trim();
  if (IN_EITHER_WAY.test(trimmed)) return undefined;
  const last = Math.max(trimmed.lastIndexOf(','), trimmed.lastIndexOf('.'));
  const sign = trimmed[last];
  const isOfDecimals = sign !== undefined && trimmed.indexOf(sign) === last;
  const digits = (part: string) => part.replaceAll(/[.,]/g, '');
  return isOfDecimals ? `${digits(trimmed.slice(0, last))}.${trimmed.slice(last + 1)}` : digits(trimmed);
}
