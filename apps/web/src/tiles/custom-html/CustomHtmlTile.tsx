import { useMemo } from 'react';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { cssVariables, usePalette } from '#tile-kit/portal/use-palette.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { pathsOf, useSubstitutedTexts } from '#tiles/shared/rich-text/use-substituted-texts.ts';
import { frameStyle } from './frame-style.ts';
import { HtmlFrame } from './HtmlFrame.tsx';
import { sanitiseHtml } from './sanitise-html.ts';
import type { CustomHtmlSettings } from './settings.ts';

/** The author's own HTML and styles, with current values and asset attributes in it. */
export function CustomHtmlTile({ settings }: TileViewProps<CustomHtmlSettings>) {
  const { text, substitutions, decimals, fontSize, overflow } = settings;
  const palette = usePalette();
  const html = useMemo(() => sanitiseHtml(text, window.location.origin), [text]);
  const paths = useMemo(() => pathsOf(html), [html]);
  const texts = useSubstitutedTexts(paths, substitutions, decimals);
  if (text.trim() === '') return <TileMessage hint="Edit this tile to write some.">No HTML yet</TileMessage>;
  const variables = cssVariables(palette, palette.severities);
  const style = frameStyle({ fontSize, overflow, scheme: palette.scheme, variables });
  return <HtmlFrame html={html} style={style} texts={texts} />;
}
