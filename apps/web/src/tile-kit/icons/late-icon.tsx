import type { ComponentType } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type * as iconSet from './icon-set.ts';

type Icon = ComponentType<{ size?: number | string }>;
type IconName = keyof typeof iconSet;

const ROOM_PX = 16;

/** What is written beside it does not move when it comes. */
const Room = () => <span style={{ display: 'inline-block', width: ROOM_PX, height: ROOM_PX }} />;
const Nothing = () => null;

const known = new Map<IconName, Icon>();

/** An icon of a menu: no page waits for it, and where it cannot be had its words stand alone. */
export function lateIcon(name: IconName): Icon {
  const icon = known.get(name) ?? lazyPart<{ size?: number | string }>(() => load(name), Room);
  known.set(name, icon);
  return icon;
}

async function load(name: IconName): Promise<Icon> {
  try {
    return (await import('./icon-set.ts'))[name];
  } catch {
    return Nothing;
  }
}
