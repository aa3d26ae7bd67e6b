import { createHash } from 'node:crypto';

/**
 * What each page below /sandbox/ may do. They hold what users wrote (scripts, HTML) or send what users configured, so
 * none has the portal's origin, and each can do one thing only: a script reaches no network, a request carries no
 * session and runs no script, HTML does neither (guarantees E2, E12, E15).
 */
const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  '/sandbox/run-script.html': ["script-src HASH 'unsafe-eval'", 'worker-src blob:', 'sandbox allow-scripts'],
  '/sandbox/send-request.html': ['script-src HASH', 'connect-src http: https:', 'sandbox allow-scripts'],
  '/sandbox/show-html.html': [
    'script-src HASH',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ],
};

const SCRIPT = /<script>([\s\S]*?)<\/script>/;

/** The policy of a page below /sandbox/; undefined for every other path. */
export function sandboxPolicy(path: string, html: () => string): string | undefined {
  const permissions = Object.hasOwn(PERMISSIONS, path) ? PERMISSIONS[path] : undefined;
  if (permissions === undefined) return undefined;
  const script = SCRIPT.exec(html())?.[1] ?? '';
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  return [
    "default-src 'none'",
    ...permissions.map((permission) => permission.replace('HASH', hash)),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
