import { mergeAttributes, Node, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { sanitiseRichText } from '#tiles/shared/rich-text/parse-rich-text.ts';
import { SubstitutedText } from '#tiles/shared/rich-text/SubstitutedText.tsx';
import type { Substitutions } from '#tiles/shared/rich-text/substitutions.ts';
import { splitTokens, tokenText } from '#tiles/shared/rich-text/tokens.ts';
import classes from './text-box.module.css';

/** What the chips in the editor need to show live values; asked at each drawing, so it is always current. */
export interface ChipContext {
  substitutions: Substitutions;
  decimals: number | null;
}

function Chip({ node, extension }: NodeViewProps) {
  const path = String(node.attrs.path);
  const { context } = extension.options as ChipOptions;
  return (
    <NodeViewWrapper as="span" className={classes.chip}>
      <span className={classes.chipName}>{path.replace(/^(dataItems|attributes)\./, '')}</span>
      <SubstitutedText path={path} {...context()} />
    </NodeViewWrapper>
  );
}

interface ChipOptions {
  context: () => ChipContext;
}

/** A live value within the text being edited: one piece, that is moved and deleted whole. */
export const substitutionNode = Node.create<ChipOptions>({
  name: 'substitution',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ context: () => ({ substitutions: {}, decimals: null }) }),
  addAttributes: () => ({
    path: { default: '', parseHTML: (element) => element.getAttribute('data-path'), renderHTML: () => ({}) },
  }),
  parseHTML: () => [{ tag: 'span[data-path]', priority: 100 }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes),
    tokenText(String(node.attrs.path)),
  ],
  renderText: ({ node }) => tokenText(String(node.attrs.path)),
  addNodeView: () => ReactNodeViewRenderer(Chip),
});

/** Stored text as the editor reads it: each variable path becomes an element of its own. */
export function markSubstitutions(html: string): string {
  const parsed = new DOMParser().parseFromString(sanitiseRichText(html), 'text/html');
  const { body } = parsed;
  const walker = parsed.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    const parts = splitTokens(text.data);
    if (!parts.some(({ kind }) => kind === 'token')) continue;
    text.replaceWith(
      ...parts.map((part) => {
        if (part.kind === 'plain') return part.text;
        const element = parsed.createElement('span');
        element.setAttribute('data-path', part.path);
        return element;
      }),
    );
  }
  return body.innerHTML;
}
