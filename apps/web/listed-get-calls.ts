import type { Plugin } from 'vite';
import { getCalls } from './src/tiles/shared/request/get-calls.ts';

/** Has the client hold the list of the portal's GET calls as it is, not as what it is made of: the whole contract. */
export function listedGetCalls(): Plugin {
  return {
    name: 'telltale:listed-get-calls',
    apply: 'build',
    load: {
      filter: { id: /[\\/]tiles[\\/]shared[\\/]request[\\/]get-calls\.ts$/ },
      handler: () => `export const getCalls = ${JSON.stringify(getCalls)};`,
    },
  };
}
