/** A link that may be rendered: a path of the portal, or an http(s) address elsewhere. */
export interface SafeLink {
  href: string;
  isExternal: boolean;
}

/**
 * Reads a link written by an operator or a user. Undefined for everything else than `/path` and `http(s)://…`:
 * `javascript:`, `data:`, `//host` and `\\host` would run a script or leave the portal unseen. Blanks and control
 * characters are refused too, because browsers drop them (`java\nscript:`).
 */
export function parseLink(link: string): SafeLink | undefined {
  const text = link.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return undefined;
  if (text.startsWith('/')) return text.startsWith('//') ? undefined : { href: text, isExternal: false };
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return { href: text, isExternal: true };
}
