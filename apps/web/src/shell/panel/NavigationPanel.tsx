import { Drawer } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { setUi } from '#actions/ui-store.ts';
import { setTheme, useThemeStore } from '#theme/theme-store.ts';
import { portalName } from '#ui/page/portal-name.ts';
import type { NavigationLink } from '../navigation-links.ts';
import { usePagesBeside } from '../OtherPages.tsx';
import { SessionLinks } from '../SessionLinks.tsx';
import { themeChoices } from '../theme-choices.ts';
import classes from './navigation-panel.module.css';

/** The navigation bar's links on narrow screens, sliding in from the left. */
export function NavigationPanel({ links }: { links: readonly NavigationLink[] }) {
  const [path] = useLocation();
  const chosen = useThemeStore(({ choice }) => choice);
  const heading = useId();
  const openedAt = useRef(path);
  const close = () => setUi({ navPanel: false });
  const others = usePagesBeside(links);

  useEffect(() => {
    if (path !== openedAt.current) setUi({ navPanel: false });
  }, [path]);

  return (
    <Drawer opened onClose={close} title={portalName()} size={280} transitionProps={{ duration: 160 }}>
      <nav className={classes.links} aria-label="Pages">
        {links.map(({ href, label, isExternal }) =>
          isExternal ? (
            <a key={href} className={classes.link} href={href} rel="noopener noreferrer">
              {label}
            </a>
          ) : (
            <Link key={href} className={classes.link} href={href} onClick={close}>
              {label}
            </Link>
          ),
        )}
        <SessionLinks className={classes.link ?? ''} />
      </nav>
      {others.length === 0 ? null : (
        <nav className={classes.part} aria-labelledby={heading}>
          <h2 id={heading}>Other pages</h2>
          {others.map(({ label, path: href }) => (
            <Link key={href} className={classes.link} href={href} onClick={close}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      <fieldset className={classes.part}>
        <legend>Theme</legend>
        {themeChoices.map(({ theme: choice, label }) => (
          <label key={choice} className={classes.link}>
            <input type="radio" name="theme" checked={choice === chosen} onChange={() => setTheme(choice)} />
            {label}
          </label>
        ))}
      </fieldset>
    </Drawer>
  );
}
