/** The service worker of the web client, which shows what is pushed. */
const WORKER_FILE = '/push-worker.js';

/** It loads nothing, and talks to the portal alone. */
const WORKER_POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The worker of the SQLite explorer, and the WebAssembly that it runs (spec 2 §7). */
const SQLITE_WORKER_FILE = '/wasm/sqlite-worker.js';

/** It alone may run WebAssembly; it loads no other script, evaluates nothing, and talks to the portal alone. */
const SQLITE_WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const POLICIES: ReadonlyMap<string, string> = new Map([
  [WORKER_FILE, WORKER_POLICY],
  [SQLITE_WORKER_FILE, SQLITE_WORKER_POLICY],
]);

/** The policy of a worker's script, which is that of the worker; undefined for every other path. */
export const workerPolicy = (path: string): string | undefined => POLICIES.get(path);
