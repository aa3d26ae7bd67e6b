// Holds documents, and what cites them, against the rules of document-rules.ts.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findDocumentFaults } from './document-rules.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Not sources, or (the tests of the rules) made-up citations. */
const NOT_READ = ['**/node_modules/**', '**/dist/**', '**/data/**', '**/test-results/**', 'scripts/documents.test.ts'];

const files = globSync('**/*.{ts,tsx,mjs,css,html,md,yml}', { cwd: ROOT, exclude: NOT_READ }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}));
const faults = findDocumentFaults(files, (path) => existsSync(join(ROOT, path)));
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
