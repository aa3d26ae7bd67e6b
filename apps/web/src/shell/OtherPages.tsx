import { ActionIcon } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LateMenu } from '#ui/menu/LateMenu.tsx';
import classes from './navigation.module.css';
import type { NavigationLink } from './navigation-links.ts';
import { type OtherPage, useOtherPages } from './page-actions.ts';

const Items = lazyPart(async () => (await import('./OtherPagesMenu.tsx')).OtherPagesMenu);

/** Leads to every page that the links of the bar do not: nobody has to know its name to search for it. */
export function OtherPages({ links }: { links: readonly NavigationLink[] }) {
  const pages = usePagesBeside(links);
  if (pages.length === 0) return null;
  const button = (
    <ActionIcon className={classes.others ?? ''} aria-label="Other pages" title="Other pages">
      <IconApps size={18} />
    </ActionIcon>
  );
  return <LateMenu button={button} part={Items} props={{ pages }} />;
}

/** The user's pages that neither one of the links nor *Settings* leads to. */
export function usePagesBeside(links: readonly NavigationLink[]): readonly OtherPage[] {
  const led = new Set(['/user-settings', ...links.map(({ href }) => href)]);
  return useOtherPages().filter(({ path }) => !led.has(path));
}
