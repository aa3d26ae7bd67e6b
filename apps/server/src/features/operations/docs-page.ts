import { type Call, callTable } from '@telltale/contract';
import { describeAccess } from './openapi.ts';

/** The page brings its own style and runs nothing. */
export const DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; margin-bottom: 2rem; }
  td, th { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
  .method { font-weight: 600; }`;

function row(call: Call): string {
  return `<tr><td class="method">${call.method}</td><td><code>${escapeHtml(call.path)}</code></td>
    <td>${escapeHtml(call.summary)}</td><td>${escapeHtml(describeAccess(call.access))}</td></tr>`;
}

/** The call table as a page to read. */
export function docsPage(): string {
  const sections = Map.groupBy(callTable, (entry) => entry.resource);
  const tables = [...sections].map(
    ([resource, entries]) => `<h2>${escapeHtml(resource)}</h2><table>
    <thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may</th></tr></thead>
    <tbody>${entries.map(({ call }) => row(call)).join('')}</tbody></table>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Telltale: calls</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>Calls</h1><p>Schemas of what is sent and answered: <a href="/api/openapi.json">openapi.json</a>. Paths match without
regard to case and trailing slash. Scripts send <code>Authorization: Bearer</code> with an API token.</p>
${tables.join('\n')}</body></html>`;
}
