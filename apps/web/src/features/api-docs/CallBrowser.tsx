import { useEffect, useRef } from 'react';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './swagger-ui.css';
import { usePalette } from '#theme/use-palette.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import classes from './api-docs.module.css';
import { isUnsafe } from './is-unsafe.ts';
import { portalPlugin } from './portal-plugin.ts';

/**
 * The calls of an OpenAPI document, as Swagger UI shows and tries them (decision 0165). What it sends carries the session's
 * cookie and the header that tells the portal that this page sends it, as the client's own calls do.
 */
export function CallBrowser({ document }: { document: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  const { scheme } = usePalette();

  useEffect(() => {
    if (place.current === null) return;
    // Into an element of its own: the library never takes itself away from where it stands.
    const domNode = window.document.createElement('div');
    place.current.replaceChildren(domNode);
    let isRefused = false;
    SwaggerUIBundle({
      domNode,
      spec: document,
      // The opened call stands behind the # of the address.
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      // Its colours are written into each word, for one background.
      syntaxHighlight: false,
      // There is none of a request that was not sent.
      showMutatedRequest: false,
      // Otherwise the document would be sent to a stranger's validator.
      validatorUrl: null,
      requestInterceptor: (request) => {
        if (isRefused) {
          isRefused = false;
          throw new Error('Not sent.');
        }
        request.headers['X-Requested-With'] = 'Telltale';
        return request;
      },
      plugins: [
        () =>
          portalPlugin(
            async ({ path, method }) =>
              !isUnsafe(document, path, method) ||
              confirm({
                title: 'Make this call?',
                message: `${method.toUpperCase()} ${path} changes something. It is made for real, on this portal, in your name.`,
                confirmLabel: 'Send',
                isDestructive: method === 'delete',
              }),
            () => {
              isRefused = true;
            },
          ),
      ],
    });
  }, [document]);

  // Its dark colours hang on a class of the page.
  useEffect(() => {
    const { classList } = window.document.documentElement;
    classList.toggle('dark-mode', scheme === 'dark');
    return () => classList.remove('dark-mode');
  }, [scheme]);

  return <div className={classes.calls} ref={place} />;
}
