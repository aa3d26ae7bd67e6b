import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const PARTS = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors|json-schema-generator)\.js$/;
const EXPORTS = /^export (?:const|function|class) (\w+)/gm;

/**
 * Leaves out of the client what zod needs to describe schemas as JSON Schema, 6 kB of the first screen's script: only
 * the portal does that, for the description of its calls. Schemas call it when they are asked for it, and not before.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'telltale:without-json-schema',
    apply: 'build',
    load: {
      filter: { id: PARTS },
      handler: async (id) => {
        const names = [...(await readFile(id, 'utf8')).matchAll(EXPORTS)].map(([, name = '']) => name);
        // What begins with create answers the function that a schema offers.
        const lines = names.map(
          (name) => `export const ${name} = ${name.startsWith('create') ? '() => refuse' : 'refuse'};`,
        );
        return `const refuse = () => { throw new Error('There is no JSON Schema in the client.'); };\n${lines.join('\n')}`;
      },
    },
  };
}
