import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../..');
const ASKS = /(?<![\w.#])fetch\(|new XMLHttpRequest|\.Upload\(|sendBeacon\(/;

/** What asks without the mark of a view may ask: it is nothing that the portal answers to a session. */
const OF_NO_SESSION = [
  'live/topic-root.ts', // a file of /config
  'sandbox/send-request.ts', // other sites, from a page without an origin
  'tiles/custom-html/HtmlFrame.tsx', // a font
];
/** The worker is of no tab: it tells the portal under which address the browser is told of alarms. */
const OF_NO_TAB = ['features/user-settings/browsers/push-worker.ts'];
/** These ask with it: addresses are made by `callUrl`, or pass through `inView`. */
const MARKED = [
  'api/client.ts',
  'pages/files/send-file.ts',
  'sqlite/bytes/http-range.ts',
  'tile-kit/portal/read-portal.ts',
];

it('asks the portal nowhere without the mark of the view that a tab is in', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\//.test(file))
    .filter((file) => ASKS.test(readFileSync(resolve(SRC, file), 'utf8')));
  expect(files.toSorted()).toEqual([...OF_NO_SESSION, ...OF_NO_TAB, ...MARKED].toSorted());
});
