import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another site, with a page that says what it was asked for. */
export async function aSite(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    const asked = new URL(request.url ?? '/', 'http://site.test').searchParams.get('well') ?? 'nothing';
    response.end(`<!doctype html><html lang="en"><title>Camera</title><h1>Camera of ${encodeURIComponent(asked)}</h1>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
