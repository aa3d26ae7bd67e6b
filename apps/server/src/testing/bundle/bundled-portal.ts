import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const KEPT = join(ROOT, 'node_modules/.cache/telltale-portal');
const SOURCES = ['apps/server/src', 'packages/contract/src', 'packages/domain/src', 'packages/historian/src'];
/** Bundles of other sources are kept so long: a run that began before a change may still start portals. */
const KEPT_MS = 3_600_000;

let folder: string | undefined;

/**
 * The portal or its command line in one piece: it starts in half the time of its sources. Bundled again when one of these
 * changed.
 */
export function bundledPortal(script: 'main.ts' | 'cli/main.ts'): string {
  folder ??= bundled();
  return join(folder, script.replace('.ts', '.mjs'));
}

function bundled(): string {
  const made = join(KEPT, sourcesHash());
  if (isThere(made)) return made;
  mkdirSync(KEPT, { recursive: true });
  for (const name of readdirSync(KEPT)) {
    const older = join(KEPT, name);
    const { mtimeMs } = statSync(older, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > KEPT_MS) rmSync(older, { recursive: true, force: true });
  }
  const making = mkdtempSync(join(KEPT, 'making-'));
  execFileSync(process.execPath, [join(import.meta.dirname, 'bundle-portal.ts'), making], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    renameSync(making, made);
  } catch (error) {
    // Another test file was faster.
    if (!isThere(made)) throw error;
    rmSync(making, { recursive: true });
  }
  return made;
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Over names, sizes and times: to read them all would take as long as a start. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  };
  add(join(ROOT, 'package-lock.json'));
  for (const source of SOURCES) {
    for (const entry of readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !entry.name.endsWith('.test.ts')) add(join(entry.parentPath, entry.name));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
