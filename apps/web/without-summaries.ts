import type { Plugin } from 'vite';

const CALLS = /packages\/contract\/src\/api\/.*\.ts$/;
const SUMMARY = /(\n\s*summary:)\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(,?\s*\n)/g;

/** Leaves out what calls say of themselves: the page of the calls has it from the portal's OpenAPI document. */
export function withoutSummaries(): Plugin {
  return {
    name: 'telltale:without-summaries',
    apply: 'build',
    // Before the types are taken off, and the text with them put elsewhere.
    enforce: 'pre',
    transform(code, id) {
      if (!CALLS.test(id)) return undefined;
      return { code: code.replaceAll(SUMMARY, "$1 ''$2"), map: null };
    },
  };
}
