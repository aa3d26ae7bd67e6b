import type { ReactNode } from 'react';
import type { CallToMake, SwaggerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { resolveSubtree } from './resolve-subtree.ts';

/**
 * What this page has otherwise than Swagger UI: it asks before a call is made, the path in a call's heading is no link, and a
 * call opens at once.
 * @param mayMake resolves to false when the user would rather not
 * @param refuse keeps the request that comes next from being sent: the library waits for an answer, or for an error
 */
export function portalPlugin(mayMake: (call: CallToMake) => Promise<boolean>, refuse: () => void): SwaggerPlugin {
  return {
    fn: { resolveSubtree },
    wrapComponents: {
      // The heading is a button, which opens the call and puts it into the address; a link inside one cannot be reached by all.
      DeepLink:
        (_original, { React }) =>
        ({ text }) =>
          React.createElement('span', null, text as ReactNode),
      // The editor of a body has no name of its own.
      TextArea:
        (original, { React }) =>
        (props) =>
          React.createElement(original, { 'aria-label': 'Body', ...props }),
    },
    statePlugins: {
      spec: {
        wrapActions: {
          execute: (original) => async (call) => {
            if (!(await mayMake(call))) refuse();
            return original(call);
          },
        },
      },
    },
  };
}
