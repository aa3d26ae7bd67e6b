import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const KEPT = join(ROOT, 'node_modules/.cache/telltale-portal');
/** Bundles of other sources are kept so long: a run that began before a change may still start portals. */
const KEPT_MS = 3_600_000;

/** The scripts that tests start. */
export const BUNDLED = [
  'main.ts',
  'cli/main.ts',
  'db/testing/migrating-process.ts',
  'db/testing/holding-process.ts',
] as const;

let folder: string | undefined;

/**
 * The portal or its command line in one piece: it starts in half the time of its sources. Bundled again when one of these
 * changed.
 */
export function bundledPortal(script: (typeof BUNDLED)[number]): string {
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
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name, 'src'));
  for (const source of [join(ROOT, 'apps/server/src'), ...packages]) {
    for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !entry.name.endsWith('.test.ts')) add(join(entry.parentPath, entry.name));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
