import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { parseRichText, type RichNode } from './parse-rich-text.ts';
import classes from './rich-text.module.css';
import { SubstitutedText } from './SubstitutedText.tsx';
import type { Substitutions } from './substitutions.ts';

interface RichTextProps {
  html: string;
  substitutions: Substitutions;
  decimals: number | null;
}

const VOID = new Set(['br', 'hr', 'img']);

/** Stored rich text with live values in it. Values are React text: they can never be markup. */
export function RichText({ html, substitutions, decimals }: RichTextProps) {
  const nodes = useMemo(() => parseRichText(html, window.location.origin), [html]);
  return (
    <div className={classes.text}>
      <Nodes nodes={nodes} render={(path) => <SubstitutedText {...{ path, substitutions, decimals }} />} />
    </div>
  );
}

interface NodesProps {
  nodes: readonly RichNode[];
  render: (path: string) => ReactNode;
}

function Nodes({ nodes, render }: NodesProps): ReactNode {
  return nodes.map((node, index) => {
    if (node.kind === 'text') {
      return node.parts.map((part, partIndex) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a text is its place in it
        <Fragment key={`${index}.${partIndex}`}>{part.kind === 'plain' ? part.text : render(part.path)}</Fragment>
      ));
    }
    const { tag, attributes, children } = node;
    // A picture without an address that may be loaded shows its words.
    if (tag === 'img' && attributes.src === undefined) return attributes.alt;
    const isLink = tag === 'a' && attributes.href !== undefined;
    const link = isLink ? { target: '_blank', rel: 'noopener noreferrer' } : {};
    return createElement(
      tag,
      { key: index, ...attributes, ...link },
      VOID.has(tag) ? undefined : <Nodes nodes={children} render={render} />,
    );
  });
}
