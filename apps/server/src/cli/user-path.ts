import { resolve } from 'node:path';

/** A path as its user means it: npm starts the command in the project's folder and tells in INIT_CWD where the user was. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}
