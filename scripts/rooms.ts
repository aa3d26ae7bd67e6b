import { dirname, posix } from 'node:path';

/** A folder with more files than this gets walls of its own, named after its subjects. */
export const MOST_FILES = 30;

/**
 * The rooms of the web client from top to bottom. A file imports from its own room and from those below, never from one
 * above or beside it; what two features share lies below both.
 */
export const WEB_ROOMS: readonly (readonly string[])[] = [
  ['main.tsx'],
  ['shell'],
  ['features'],
  ['tiles'],
  ['tile-kit'],
  ['pages'],
  ['theme', 'live'],
  ['session', 'actions'],
  ['api'],
  ['readings', 'ui', 'sandbox', 'sqlite'],
];

/** One import of a file, both by their paths from the folder of sources. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** How many files each folder holds itself, those with most first. */
export function countFiles(paths: readonly string[]): { folder: string; files: number }[] {
  const counts = Map.groupBy(paths, (path) => dirname(path));
  return [...counts]
    .map(([folder, files]) => ({ folder, files: files.length }))
    .sort((a, b) => b.files - a.files || a.folder.localeCompare(b.folder));
}

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\()\s*(['"])((?:\.|#)[^'"\n]*)\1/g;

/** The imports that a file has of others of its app: `./x.ts`, `../y/x.ts`, `#room/x.ts`. */
export function importsOfFile(path: string, text: string): Import[] {
  return [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => ({
    from: path,
    to: specifier.startsWith('#') ? specifier.slice(1) : posix.join(dirname(path), specifier),
  }));
}

/** What stands alone beside its like: a feature, a type of tile. Undefined for what may be imported by its neighbours. */
function cellOf(path: string): string | undefined {
  const [room, cell, inside] = path.split('/');
  if (inside === undefined || (room !== 'features' && room !== 'tiles')) return undefined;
  return cell === 'shared' ? undefined : `${room}/${cell}`;
}

export const roomOf = (path: string): string => path.split('/')[0] ?? path;

/** 0 for the room on top; -1 for what is no room. */
export function levelOf(rooms: typeof WEB_ROOMS, path: string): number {
  return rooms.findIndex((level) => level.includes(roomOf(path)));
}

/** Whether an import goes where it must not: up, to the side, or from one feature or tile to another. */
export function isForbidden(rooms: typeof WEB_ROOMS, { from, to }: Import): boolean {
  if (to.startsWith('..')) return false;
  if (roomOf(from) !== roomOf(to)) return levelOf(rooms, to) <= levelOf(rooms, from);
  const [cell, other] = [cellOf(from), cellOf(to)];
  return other !== undefined && cell !== other && !isRegistry(from);
}

/** The registry names every type of tile, and is what a dashboard reads of them. */
const isRegistry = (path: string) => /^tiles\/[\w-]+\.ts$/.test(path);
