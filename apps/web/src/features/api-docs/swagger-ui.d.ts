/** As much of Swagger UI as this page uses; the package comes without types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { createElement, FunctionComponent } from 'react';

  type SwaggerPart = FunctionComponent<Record<string, unknown>>;

  interface SwaggerSystem {
    React: { createElement: typeof createElement };
  }

  export interface CallToMake {
    /** With its parameters in braces. */
    path: string;
    method: string;
  }

  /** Replaces parts of the library by their name. */
  export interface SwaggerPlugin {
    fn: {
      resolveSubtree: (document: unknown, path: readonly string[]) => Promise<{ spec: unknown; errors: unknown[] }>;
    };
    wrapComponents: Record<string, (original: SwaggerPart, system: SwaggerSystem) => SwaggerPart>;
    statePlugins: {
      spec: {
        wrapActions: {
          execute: (original: (call: CallToMake) => unknown) => (call: CallToMake) => Promise<unknown>;
        };
      };
    };
  }

  interface SwaggerRequest {
    url: string;
    method?: string;
    headers: Record<string, string>;
  }

  interface SwaggerOptions {
    domNode: HTMLElement;
    spec: unknown;
    deepLinking: boolean;
    docExpansion: 'none';
    filter: boolean;
    syntaxHighlight: false;
    showMutatedRequest: false;
    validatorUrl: null;
    requestInterceptor: (request: SwaggerRequest) => SwaggerRequest;
    plugins: readonly (() => SwaggerPlugin)[];
  }

  const SwaggerUIBundle: (options: SwaggerOptions) => unknown;

  // biome-ignore lint/style/noDefaultExport: so the package exports it
  export default SwaggerUIBundle;
}
