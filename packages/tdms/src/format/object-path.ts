import { TdmsError } from '../tdms-error.ts';

/** What a path names: none the file, one a group, two a channel. */
export type ObjectPath = readonly [] | readonly [group: string] | readonly [group: string, channel: string];

/** `/'group'/'channel'`; a quote within a name stands there twice. */
export function parsePath(path: string): ObjectPath {
  if (path === '/') return [];
  const names = [...path.matchAll(/\/'((?:[^']|'')*)'/gy)];
  const length = names.reduce((sum, [all]) => sum + all.length, 0);
  const [group, channel, more] = names.map(([, name = '']) => name.replaceAll("''", "'"));
  if (group === undefined || more !== undefined || length !== path.length) {
    throw new TdmsError(`The file names something that is no group and no channel: ${path.slice(0, 100)}`);
  }
  return channel === undefined ? [group] : [group, channel];
}

export function pathOf(group: string, channel: string): string {
  return [group, channel].map((name) => `/'${name.replaceAll("'", "''")}'`).join('');
}
