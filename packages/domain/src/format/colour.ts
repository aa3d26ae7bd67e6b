const HEX_WITHOUT_SIGN = /^([0-9a-f]{3}|[0-9a-f]{6})$/i;
const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const NAME = /^[a-z]{3,32}$/i;
const FUNCTION = /^(rgb|rgba|hsl|hsla)\([\d\s.,%/+-]{1,64}\)$/i;

/**
 * A stored colour as CSS wants it: hex digits of 3 or 6 characters get their `#` (spec 1 §2). Undefined for what is
 * no colour, so that stored text never reaches a style as anything else.
 */
export function parseColour(stored: string): string | undefined {
  const text = stored.trim();
  if (HEX_WITHOUT_SIGN.test(text)) return `#${text}`;
  return HEX.test(text) || NAME.test(text) || FUNCTION.test(text) ? text : undefined;
}
