import type { parts } from '@telltale/contract';
import type { CSSProperties } from 'react';
import classes from './part-bar.module.css';
import { shareOf } from './part-words.ts';

/** How far a part is used: a bar that grows, and goes from green to red (spec 1 §2). The words beside it say the same. */
export function PartBar({ part }: { part: Pick<parts.Part, 'used' | 'interval' | 'state'> }) {
  const share = shareOf(part);
  const style = { '--share': `${(share ?? 0) * 100}%`, '--redness': `${redness(share ?? 0)}%` } as CSSProperties;
  return <span className={classes.bar} data-state={part.state} style={style} aria-hidden />;
}

/** Green for the first half, then towards red. */
function redness(share: number): number {
  return Math.round(Math.min(1, Math.max(0, (share - 0.5) * 2)) * 100);
}
