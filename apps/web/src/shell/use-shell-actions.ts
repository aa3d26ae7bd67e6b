import { useLocation } from 'wouter';
import { navigate as goTo } from 'wouter/use-browser-location';
import { keepTyped } from '#actions/typed-ahead.ts';
import { setUi, useUiStore } from '#actions/ui-store.ts';
import { useActions } from '#actions/use-actions.ts';
import { messageOf } from '#api/api-error.ts';
import { mayLogOut } from '#pages/leave-guard.ts';
import { loginPath } from '#session/return-path.ts';
import { logOut } from '#session/session.ts';
import { useSessionStore } from '#session/session-store.ts';
import { setTheme } from '#theme/theme-store.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { useNavigationLinks } from './navigation-links.ts';
import { pageActions, useOtherPages } from './page-actions.ts';
import { themeChoices } from './theme-choices.ts';

/** Logs out, once what is not saved may be lost, and goes to the login page, which says so; or says why it could not. */
export async function logOutOrSay(): Promise<void> {
  // The question stands by itself, as after each link of the panel.
  setUi({ navPanel: false });
  if (!(await mayLogOut())) return;
  const { pathname, search } = window.location;
  try {
    await logOut();
  } catch (error) {
    toast(`You are still logged in. ${messageOf(error)}`, 'error');
    return;
  }
  // A page that is open to anyone would stay. The login page itself may hold a link to set a password.
  if (pathname !== '/login') goTo(loginPath(pathname + search), { replace: true });
}

/** Registers what can be done from every page. */
export function useShellActions(): void {
  const [, navigate] = useLocation();
  const links = useNavigationLinks();
  const isValid = useSessionStore(({ state }) => state === 'valid');
  const pages = pageActions(useOtherPages(), navigate);
  // A page that the navigation leads to stands once, with the words by which it is found.
  const others = links.filter(({ href }) => !pages.some(({ id }) => id === `page${href}`));
  useActions([
    ...themeChoices.map(({ theme, label, icon }) => ({
      id: `theme.${theme}`,
      label: `Theme: ${label}`,
      group: 'Theme',
      icon,
      keywords: 'appearance colours mode',
      run: () => setTheme(theme),
    })),
    {
      id: 'shell.palette',
      label: 'Search and commands',
      group: 'Portal',
      shortcut: 'Mod+K',
      icon: lateIcon('IconCommand'),
      run: () => {
        if (!useUiStore.getState().commandPalette) keepTyped();
        setUi({ commandPalette: true, shortcutList: false });
      },
    },
    {
      id: 'shell.shortcuts',
      label: 'Keyboard shortcuts',
      group: 'Portal',
      shortcut: '?',
      icon: lateIcon('IconKeyboard'),
      run: () => setUi({ shortcutList: true, commandPalette: false }),
    },
    ...(isValid
      ? [
          {
            id: 'session.logout',
            label: 'Log out',
            group: 'Portal',
            icon: lateIcon('IconLogout'),
            run: () => void logOutOrSay(),
          },
        ]
      : []),
    ...others.map(({ label, href, isExternal }) => ({
      id: `page.${href}`,
      label,
      group: 'Pages',
      icon: lateIcon('IconLink'),
      run: () => (isExternal ? window.location.assign(href) : navigate(href)),
    })),
    ...pages,
  ]);
}
