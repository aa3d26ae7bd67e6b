import { ActionIcon } from '@mantine/core';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { memo } from 'react';
import { Link } from 'wouter';
import { adminUnitsQuery } from '#api/ownership-queries.ts';
import { useSessionStore } from '#session/session-store.ts';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import type { ManyChange } from './many/many-change.ts';
import classes from './ownership.module.css';

interface AssetsHeadProps {
  /** What the filter leaves. */
  shown: readonly ListItem[];
  onMany: (what: ManyChange, items: readonly ListItem[]) => void;
}

/** Above the assets: the way to all of them, and giving those that are shown to an admin unit, where there are several. */
export const AssetsHead = memo(function AssetsHead({ shown, onMany }: AssetsHeadProps) {
  const isRoot = useSessionStore((session) => session.user?.adminId) === ownership.ROOT_ADMIN_ID;
  const hasUnits = (useQuery(adminUnitsQuery).data?.length ?? 0) > 1;
  const label = `Give all shown (${shown.length.toLocaleString('en')}) to an admin unit`;
  return (
    <>
      <Link className={classes.headLink} href="/assets">
        All assets
      </Link>
      {isRoot && hasUnits ? (
        <ActionIcon
          variant="default"
          aria-label={label}
          title={label}
          disabled={shown.length === 0}
          onClick={() => onMany('give', shown)}
        >
          <IconBuildingCommunity size={16} aria-hidden />
        </ActionIcon>
      ) : null}
    </>
  );
});
