import { IconDots } from '@tabler/icons-react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LateMenu } from '#ui/menu/LateMenu.tsx';
import classes from '../../assets.module.css';
import type { AssetRow } from '../asset-list.ts';

const ListMenuItems = lazyPart(async () => (await import('./ListMenuItems.tsx')).ListMenuItems);

/** How the list is shown, and what can be done with all of it. */
export function ListMenu({ rows }: { rows: readonly AssetRow[] }) {
  return (
    <LateMenu
      button={
        <button type="button" className={classes.filter} aria-label="More of the list">
          <IconDots size={16} aria-hidden />
        </button>
      }
      part={ListMenuItems}
      props={{ rows }}
    />
  );
}
