import { Menu } from '@mantine/core';
import { Link } from 'wouter';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { OpeningMenu } from '#ui/menu/OpeningMenu.tsx';
import classes from './navigation.module.css';
import type { OtherPage } from './page-actions.ts';

/** The pages of everybody's work, then those of the administration. */
export function OtherPagesMenu({ button, pages }: { button: MenuButton; pages: readonly OtherPage[] }) {
  const administration = pages.filter(({ isAdministration }) => isAdministration);
  return (
    <OpeningMenu button={button} position="bottom-start" dropdownClassName={classes.othersList ?? ''}>
      {pages.filter((page) => !administration.includes(page)).map(item)}
      {administration.length === 0 ? null : <Menu.Label>Administration</Menu.Label>}
      {administration.map(item)}
    </OpeningMenu>
  );
}

function item({ label, path, icon: Icon }: OtherPage) {
  return (
    <Menu.Item key={path} component={Link} href={path} leftSection={<Icon size={16} />}>
      {label}
    </Menu.Item>
  );
}
