import DOMPurify from 'dompurify';
import type { CSSProperties } from 'react';
import { safeLink, safePicture } from './safe-address.ts';
import { safeStyle } from './safe-style.ts';
import { splitTokens, type TextPart } from './tokens.ts';

/** A piece of rich text as data; text is already split at its substitutions. */
export type RichNode =
  | { kind: 'text'; parts: TextPart[] }
  | { kind: 'element'; tag: string; attributes: RichAttributes; children: RichNode[] };

export interface RichAttributes {
  style?: CSSProperties;
  href?: string;
  src?: string;
  alt?: string;
  title?: string;
  width?: number;
  height?: number;
  colSpan?: number;
  rowSpan?: number;
}

const TAGS = [
  ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'mark', 'small'],
  ...['ul', 'ol', 'li', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];
/** Attributes of which the tile shows anything. */
export const RICH_ATTRIBUTES = ['href', 'src', 'alt', 'title', 'width', 'height', 'colspan', 'rowspan', 'style'];

const STRUCTURES = ['table', 'thead', 'tbody', 'tr', 'ul', 'ol'];
const MAX_DEPTH = 64;

/** Rich text without anything that the allow-list does not name. */
export function sanitiseRichText(html: string): string {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: RICH_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

/**
 * Reads stored rich text into data that React can draw. Two walls: DOMPurify with a strict allow-list answers a string,
 * and only what this function names is taken from it, attribute by attribute; the string itself never becomes markup of
 * the page.
 */
export function parseRichText(html: string, origin: string): RichNode[] {
  // An inert document: nothing in it loads or runs.
  const { body } = new DOMParser().parseFromString(sanitiseRichText(html), 'text/html');
  return readChildren(body, origin, 0);
}

function readChildren(parent: Element, origin: string, depth: number): RichNode[] {
  if (depth > MAX_DEPTH) return [{ kind: 'text', parts: splitTokens(parent.textContent ?? '') }];
  return [...parent.childNodes].flatMap((child): RichNode[] => {
    if (child.nodeType === Node.TEXT_NODE) {
      const text = child.textContent ?? '';
      // Line breaks of the source between rows and items are no content there.
      if (STRUCTURES.includes(parent.localName) && text.trim() === '') return [];
      return [{ kind: 'text', parts: splitTokens(text) }];
    }
    if (!(child instanceof Element)) return [];
    const tag = child.localName;
    const children = readChildren(child, origin, depth + 1);
    // What the allow-list does not name is left out, its text is kept.
    if (!TAGS.includes(tag)) return children;
    return [{ kind: 'element', tag, attributes: readAttributes(child, origin), children }];
  });
}

function readAttributes(element: Element, origin: string): RichAttributes {
  const attributes: RichAttributes = {};
  const text = (name: string) => element.getAttribute(name) ?? undefined;
  const whole = (name: string) => {
    const stored = text(name);
    return stored !== undefined && /^\d{1,4}$/.test(stored) ? Number(stored) : undefined;
  };
  const style = text('style');
  if (style !== undefined) attributes.style = safeStyle(style);
  const title = text('title');
  if (title !== undefined) attributes.title = title;
  const href = text('href');
  if (element.localName === 'a' && href) Object.assign(attributes, present({ href: safeLink(href, origin) }));
  if (element.localName === 'img') {
    const src = safePicture(text('src') ?? '', origin);
    Object.assign(attributes, present({ src, width: whole('width'), height: whole('height') }), {
      alt: text('alt') ?? '',
    });
  }
  if (element.localName === 'td' || element.localName === 'th') {
    Object.assign(attributes, present({ colSpan: whole('colspan'), rowSpan: whole('rowspan') }));
  }
  return attributes;
}

function present(fields: RichAttributes | Record<string, unknown>): RichAttributes {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
