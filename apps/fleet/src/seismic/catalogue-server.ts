import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { catalogueText } from './catalogue.ts';

export interface CatalogueServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the simulated earthquakes to this machine alone, as an FDSN event service would. */
export async function serveCatalogue(now: () => number): Promise<CatalogueServer> {
  const server = createServer((_request, reply) => {
    reply.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(catalogueText(now()));
  });
  // It keeps no process alive that has nothing else to do.
  server.unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fdsnws/event/1/query`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
