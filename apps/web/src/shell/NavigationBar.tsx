import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { setUi, useUiStore } from '#actions/ui-store.ts';
import { useQuiet } from '#api/portal/use-quiet.ts';
import { LANDING_PATH } from '#session/return-path.ts';
import { useLooksAfterPortal, useSessionStore } from '#session/session-store.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { insist } from '#ui/lazy-part.tsx';
import { portalName } from '#ui/page/portal-name.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { Brand } from './Brand.tsx';
import classes from './navigation.module.css';
import { type NavigationLink, useNavigationLinks } from './navigation-links.ts';
import { OtherPages } from './OtherPages.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import { SessionLinks } from './SessionLinks.tsx';
import { ThemeButton } from './ThemeButton.tsx';

const NavigationPanel = lazy(() =>
  import('./panel/NavigationPanel.tsx').then((part) => ({ default: part.NavigationPanel })),
);

/** Loaded once the browser has nothing to do for the page itself. */
const AlarmBell = lazy(async () => {
  await new Promise<unknown>((go) => whenIdle(() => go(undefined), 2_000));
  return { default: (await insist(() => import('./alarms/AlarmBell.tsx'))).AlarmBell };
});

/** Nobody opens a page for what the portal itself needs: it comes when the page has long been there. */
const QUIET_MS = 5_000;
const LATEST_MS = 15_000;
const TroubleIndicator = lazy(async () => ({
  default: (await insist(() => import('./TroubleIndicator.tsx'))).TroubleIndicator,
}));

function LateTroubles({ isNarrow }: { isNarrow: boolean }) {
  return useQuiet(QUIET_MS, LATEST_MS) ? <TroubleIndicator isNarrow={isNarrow} /> : null;
}

const LiveIndicator = lazy(async () => ({
  default: (await insist(() => import('./LiveIndicator.tsx'))).LiveIndicator,
}));

/** The bar on top of every page; on narrow screens its links move into a slide-out panel (spec 2 §2.2). */
export function NavigationBar() {
  const links = useNavigationLinks();
  const size = useLayoutSize();
  const isNarrow = size === 'xxs';
  const hasSession = useSessionStore((session) => session.state === 'valid');
  const isViewing = useSessionStore((session) => session.viewing !== undefined);
  const maySeeStatus = useLooksAfterPortal() && !isViewing;
  const isPanelOpen = useUiStore((ui) => ui.navPanel);

  return (
    <header className={classes.bar}>
      {isNarrow ? (
        <ActionIcon aria-label="Open navigation" aria-expanded={isPanelOpen} onClick={() => setUi({ navPanel: true })}>
          <IconMenu2 size={20} />
        </ActionIcon>
      ) : null}
      <Link href={LANDING_PATH} className={classes.brand} aria-label={`${portalName()}, to the assets`}>
        <Brand />
      </Link>
      {isNarrow ? null : (
        <nav className={classes.links} aria-label="Pages">
          {links.map((link) => (
            <BarLink key={link.href} link={link} />
          ))}
          <OtherPages links={links} />
        </nav>
      )}
      <div className={classes.right}>
        <div role="status">
          <Suspense>{hasSession && maySeeStatus ? <LateTroubles isNarrow={size !== 'lg'} /> : null}</Suspense>
        </div>
        <div role="status">
          <Suspense>{hasSession ? <LiveIndicator /> : null}</Suspense>
        </div>
        <Suspense>{hasSession ? <AlarmBell /> : null}</Suspense>
        {hasSession ? <PaletteButton isNarrow={size !== 'lg'} /> : null}
        {isNarrow ? null : (
          <>
            <ThemeButton />
            <SessionLinks className={classes.link ?? ''} />
          </>
        )}
      </div>
      <Suspense>{isNarrow && isPanelOpen ? <NavigationPanel links={links} /> : null}</Suspense>
    </header>
  );
}

function BarLink({ link: { href, isExternal, label } }: { link: NavigationLink }) {
  const [path] = useLocation();
  if (isExternal) {
    return (
      <a className={classes.link} href={href} rel="noopener noreferrer">
        {label}
      </a>
    );
  }
  const isHere = isWithin(path, href);
  return (
    <Link className={classes.link} href={href} aria-current={isHere ? 'page' : undefined}>
      {label}
    </Link>
  );
}

/** Whether the path belongs to the link: `/assets/7/dashboard` to `/assets`, `/configuration/x` to `/configuration/y`. */
export function isWithin(path: string, href: string): boolean {
  const section = (address: string) => address.split(/[/?#]/)[1] ?? '';
  return section(path) === section(href);
}
