import { parseColour } from '@telltale/domain';
import type { CSSProperties } from 'react';

const LENGTH = /^(\d{1,4}(\.\d{1,3})?)(px|pt|em|rem|%)$/;
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'text-align': ['left', 'center', 'right', 'justify', 'start', 'end'],
  'font-weight': ['normal', 'bold', '300', '400', '500', '600', '700', '800', '900'],
  'font-style': ['normal', 'italic'],
  'text-decoration': ['none', 'underline', 'line-through'],
  'vertical-align': ['baseline', 'top', 'middle', 'bottom'],
};
const LENGTHS = ['font-size', 'width', 'height', 'max-width', 'margin', 'padding', 'line-height'];
const COLOURS = ['color', 'background-color', 'border-color'];

/**
 * The declarations of a `style` attribute that user content may have, each checked by name and value: nothing that
 * loads an address, and nothing that leaves its place on the page (`position`, `z-index`).
 */
export function safeStyle(text: string): CSSProperties {
  const style: Record<string, string> = {};
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = safeValue(name, declaration.slice(colon + 1).trim());
    if (value !== undefined) style[camelCase(name)] = value;
  }
  return style;
}

function safeValue(name: string, value: string): string | undefined {
  if (COLOURS.includes(name)) return parseColour(value);
  if (LENGTHS.includes(name)) return LENGTH.test(value.toLowerCase()) ? value : undefined;
  const words = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  return words?.includes(value.toLowerCase()) ? value : undefined;
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
