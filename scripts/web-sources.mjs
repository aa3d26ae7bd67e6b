// What the web client is built from, so that a start knows when to build it anew. Plain JavaScript: run.mjs needs it
// before anything is installed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WEB = 'apps/web';
/** What the build itself writes, and what is installed: package-lock.json stands for that. */
const MADE = new Set(['dist', 'node_modules']);
const IS_TEST = /\.test\.tsx?$/;

/**
 * One hash over every file of the web client and of the packages of ours that it names as dependencies. No file is
 * listed: whatever is new in these folders counts.
 * @param {string} root the folder of the repository
 */
export function webSourcesHash(root) {
  const hash = createHash('sha256');
  for (const file of [...webSources(root)].sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** @param {string} root */
export function webSources(root) {
  const files = new Set(['package-lock.json']);
  const add = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !MADE.has(entry.name)) add(path);
      else if (entry.isFile() && !IS_TEST.test(entry.name)) files.add(path);
    }
  };
  for (const folder of foldersOf(root, WEB, new Set())) add(folder);
  return files;
}

/** The folder of a workspace and of those that it depends on. */
function foldersOf(root, folder, found) {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (name.startsWith('@telltale/')) foldersOf(root, `packages/${name.slice('@telltale/'.length)}`, found);
  }
  return found;
}
