interface FrameStyle {
  fontSize: number;
  overflow: 'hidden' | 'scroll';
  scheme: 'dark' | 'light';
  /** Variables of the theme, for the author to use as `var(--tt-accent)`. */
  variables: Readonly<Record<string, string>>;
}

/** The sheet that every author's HTML begins with: the portal's font and colours. */
export function frameStyle({ fontSize, overflow, scheme, variables }: FrameStyle): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return `:root { color-scheme: ${scheme}; ${lines.join(' ')} }
html, body { height: 100%; margin: 0; background: transparent; }
body { box-sizing: border-box; padding: 8px 12px; overflow: ${overflow === 'scroll' ? 'auto' : 'hidden'}; color: var(--tt-text);
  font: ${fontSize}px/1.5 Inter, system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--tt-accent-text); }
.tt-value { font-variant-numeric: tabular-nums; }
.tt-doubtful { text-decoration: underline dotted currentColor; text-underline-offset: 0.15em; }`;
}
