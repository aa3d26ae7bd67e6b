/** The service worker of the web client, which shows what is pushed. */
export const WORKER_FILE = '/push-worker.js';

/** It loads nothing, and talks to the portal alone. */
export const WORKER_POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
