import {
  IconApi,
  IconCommand,
  IconHistory,
  IconKeyboard,
  IconLink,
  IconLogout,
  IconSettings,
} from '@tabler/icons-react';
import { ADMIN_MODIFY, PERMISSION_USER_SETTINGS } from '@telltale/contract';
import { useLocation } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { toast } from '#ui/toast.ts';
import { useActions } from '../actions/use-actions.ts';
import { useNavigationLinks } from '../navigation-links.ts';
import { logOut } from '../session.ts';
import { useMay, useSessionStore } from '../session-store.ts';
import { setTheme, setUi } from '../ui-store.ts';
import { themeChoices } from './theme-choices.ts';

/** Logs out, or says why it could not. */
export async function logOutOrSay(): Promise<void> {
  try {
    await logOut();
  } catch (error) {
    toast(`You are still logged in. ${messageOf(error)}`, 'error');
  }
}

/** Registers what can be done from every page. */
export function useShellActions(): void {
  const [, navigate] = useLocation();
  const links = useNavigationLinks();
  const isValid = useSessionStore((session) => session.state === 'valid');
  const maySettings = useMay(PERMISSION_USER_SETTINGS) && isValid;
  const mayAudit = useMay(ADMIN_MODIFY) && isValid;

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
      icon: IconCommand,
      run: () => setUi({ commandPalette: true, shortcutList: false }),
    },
    {
      id: 'shell.shortcuts',
      label: 'Keyboard shortcuts',
      group: 'Portal',
      shortcut: '?',
      icon: IconKeyboard,
      run: () => setUi({ shortcutList: true, commandPalette: false }),
    },
    ...(isValid
      ? [{ id: 'session.logout', label: 'Log out', group: 'Portal', icon: IconLogout, run: () => void logOutOrSay() }]
      : []),
    ...links.map(({ label, href, isExternal }) => ({
      id: `page.${href}`,
      label,
      group: 'Pages',
      icon: IconLink,
      run: () => (isExternal ? window.location.assign(href) : navigate(href)),
    })),
    ...(maySettings
      ? [
          {
            id: 'page.settings',
            label: 'Settings',
            group: 'Pages',
            icon: IconSettings,
            run: () => navigate('/user-settings'),
          },
        ]
      : []),
    ...(mayAudit
      ? [
          {
            id: 'page.audit',
            label: 'Audit',
            group: 'Pages',
            keywords: 'journal history who did what log',
            icon: IconHistory,
            run: () => navigate('/audit'),
          },
        ]
      : []),
    ...(isValid
      ? [
          {
            id: 'page.calls',
            label: 'Calls of the portal',
            group: 'Pages',
            keywords: 'api rest openapi docs try',
            icon: IconApi,
            run: () => navigate('/api-docs'),
          },
        ]
      : []),
  ]);
}
