import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { openBrowser, openPage, readSitting, settle } from './guide/guide-browser.ts';
import { pictureId, withPictureDashboards } from './guide/picture-dashboards.ts';
import { openPortal } from './guide/portal-client.ts';
import { tileAlbums } from './guide/tile-albums.ts';

/*
 * Makes docs/images/tiles/*.png: a picture of every tile as it stands on a dashboard of the demonstration.
 * `npm run demo` in one terminal, then `node e2e/src/guide-pictures.ts http://localhost:8080 admin PASSWORD`, and the types
 * of tiles behind it where not all are wanted. The frame shows a page of the site below, which the demonstration's
 * frames.json must list: `{"sites": [{"origin": "http://127.0.0.1:8098"}]}`.
 */

const OUT = resolve(import.meta.dirname, '../../docs/images/tiles');
const SITE = { host: '127.0.0.1', port: 8098 };

const sitting = readSitting();
const { base, username, password, rest: only } = sitting;

/** A well site at dusk, drawn: what a camera's page could look like in a frame. */
const site = createServer((request, response) => {
  const of = new URL(request.url ?? '/', 'http://site').searchParams.get('of') ?? '';
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>Camera</title>
<style>body{margin:0;height:100vh;overflow:hidden;background:#24323d;color:#e6ebf0;font:14px sans-serif}
svg{width:100%;height:100%}p{position:absolute;top:0;left:0;margin:0;padding:8px 12px;background:#0008}</style>
<svg viewBox="0 0 400 240" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="sky" x2="0" y2="1">
<stop stop-color="#31465a"/><stop offset=".7" stop-color="#c98f5e"/><stop offset="1" stop-color="#e3b778"/></linearGradient></defs>
<path fill="url(#sky)" d="M0 0h400v170H0z"/><path fill="#3a3128" d="M0 165q120-14 210 0t190-6v81H0z"/>
<g fill="#1c2126"><path d="M60 120h34v52H60zM100 112h34v60h-34zM140 120h34v52h-34z"/><path d="M250 176l26-78 26 78h-8l-18-56-18 56z"/>
<path d="M216 108l104-26 4 10-104 26zM316 78h16v28h-16zM320 106h4v70h-4zM206 112h16v20h-16z"/><path d="M196 172h150v8H196z"/></g>
</svg><p>Camera of ${encodeURIComponent(of)}</p>`);
});

/** What a user does before a tile shows what it is for; whether there was something to do. */
async function prepare(page: Page, type: string): Promise<boolean> {
  if (type !== 'MessageViewer') return false;
  const tile = page.locator(`[data-tile-id="${pictureId(type)}"]`);
  await tile.getByRole('button', { name: 'Connect', exact: true }).click();
  await tile.getByRole('button', { name: 'Subscribe', exact: true }).click();
  return true;
}

const client = await openPortal(base, username, password);
const albums = await tileAlbums(client, `http://${SITE.host}:${SITE.port}`);
site.listen(SITE.port, SITE.host);
await mkdir(OUT, { recursive: true });
const browser = await openBrowser();
try {
  const page = await openPage(browser, sitting, { viewport: { width: 1440, height: 900 } });
  await withPictureDashboards(client, albums, async (shown) => {
    for (const { album, path } of shown) {
      const types = album.pictures.map(({ type }) => type).filter((type) => only.length === 0 || only.includes(type));
      if (types.length > 0) await page.goto(`${base}${path}`);
      for (const type of types) {
        const tile = page.locator(`[data-tile-id="${pictureId(type)}"]`);
        // Clear of the bars that stay on top.
        await tile.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        await settle(page, pictureId(type));
        if (await prepare(page, type)) await settle(page, pictureId(type));
        await tile.screenshot({ path: resolve(OUT, `${type}.png`) });
        process.stdout.write(`${type}\n`);
      }
    }
  });
} finally {
  await browser.close();
  site.close();
}
