import { parseColour } from '@telltale/domain';
import { Extension, type Extensions, Mark, mergeAttributes, Node } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { RICH_ATTRIBUTES } from '#tiles/shared/rich-text/parse-rich-text.ts';
import { safePicture } from '#tiles/shared/rich-text/safe-address.ts';
import { safeStyle } from '#tiles/shared/rich-text/safe-style.ts';

export const ALIGNMENTS = ['left', 'center', 'right'] as const;

/** Alignment of paragraphs and headings, kept as an inline style. */
const alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => ALIGNMENTS.find((align) => align === element.style.textAlign) ?? null,
          renderHTML: ({ textAlign }) => (textAlign ? { style: `text-align: ${textAlign}` } : {}),
        },
      },
    },
  ],
});

/** The colour of a run of text. */
const textColour = Mark.create({
  name: 'textColour',
  addAttributes: () => ({
    colour: {
      default: null,
      parseHTML: (element) => parseColour(element.style.color) ?? null,
      renderHTML: ({ colour }) => (colour ? { style: `color: ${colour}` } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'span', getAttrs: (element) => (element.style.color ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), 0],
});

/** A picture; one whose address may not be loaded is not taken in. */
const picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) =>
        safePicture(element.getAttribute('src') ?? '', window.location.origin) === undefined ? false : null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
});

/** Everything the rich editor can hold, save the substitution, which needs a view of its own. */
export const textExtensions: Extensions = [
  StarterKit.configure({ link: { openOnClick: false, protocols: ['mailto'] } }),
  alignment,
  textColour,
  picture,
];

const EDITABLE_TAGS = new Set([
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ul', 'ol', 'li', 'a', 'img', 'span'],
]);

const EDITABLE_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href']],
  ['img', ['src', 'alt', 'width', 'height']],
]);
const ALIGNED_TAG = /^(p|h[1-6])$/;

/** Whether the rich editor would give a text back whole. What it would not, is edited as source. */
export function canEditRichly(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('*')].every(
    (element) => EDITABLE_TAGS.has(element.localName) && [...element.attributes].every((held) => isKept(element, held)),
  );
}

/** Whether the editor holds an attribute, or the tile shows nothing of it anyway. */
function isKept({ localName }: Element, { name, value }: Attr): boolean {
  if (!RICH_ATTRIBUTES.includes(name)) return true;
  if (name !== 'style') return EDITABLE_ATTRIBUTES.get(localName)?.includes(name) ?? false;
  return Object.entries(safeStyle(value)).every(([property, word]) =>
    property === 'textAlign'
      ? ALIGNED_TAG.test(localName) && ALIGNMENTS.some((align) => align === word)
      : property === 'color' && localName === 'span',
  );
}
