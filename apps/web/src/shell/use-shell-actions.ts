import { ADMIN_MODIFY, PERMISSION_USER_SETTINGS, permissionId } from '@telltale/contract';
import { useLocation } from 'wouter';
import { setUi } from '#actions/ui-store.ts';
import { useActions } from '#actions/use-actions.ts';
import { messageOf } from '#api/api-error.ts';
import { logOut } from '#session/session.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { setTheme } from '#theme/theme-store.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { useNavigationLinks } from './navigation-links.ts';
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
  const mayExport = useMay(permissionId('HistoricalDataItems', 'View')) && isValid;
  const mayCommands = useMay(permissionId('Commands', 'View')) && isValid;
  const mayAlarms = useMay(permissionId('Alarms', 'View')) && isValid;
  const mayFiles = useMay(permissionId('Files', 'View')) && isValid;
  const mayJobs = useMay(permissionId('Jobs', 'View')) && isValid;
  const mayOpenJobs = useMay(permissionId('Jobs', 'Create')) && isValid;
  const mayHandovers = useMay(permissionId('Events', 'View')) && isValid;
  const mayConnect = useMay(permissionId('Assets', 'Create')) && isValid;

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
      run: () => setUi({ commandPalette: true, shortcutList: false }),
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
    ...links.map(({ label, href, isExternal }) => ({
      id: `page.${href}`,
      label,
      group: 'Pages',
      icon: lateIcon('IconLink'),
      run: () => (isExternal ? window.location.assign(href) : navigate(href)),
    })),
    ...(maySettings
      ? [
          {
            id: 'page.settings',
            label: 'Settings',
            group: 'Pages',
            icon: lateIcon('IconSettings'),
            run: () => navigate('/user-settings'),
          },
        ]
      : []),
    ...(mayConnect
      ? [
          {
            id: 'page.connect',
            label: 'Connect a device',
            group: 'Pages',
            keywords: 'asset gateway token mqtt arduino python node-red teltonika milesight sparkplug',
            icon: lateIcon('IconPlugConnected'),
            run: () => navigate('/connect'),
          },
        ]
      : []),
    ...(mayExport
      ? [
          {
            id: 'page.exports',
            label: 'Exports',
            group: 'Pages',
            keywords: 'download csv sqlite parquet arrow history',
            icon: lateIcon('IconFileExport'),
            run: () => navigate('/exports'),
          },
        ]
      : []),
    ...(mayCommands
      ? [
          {
            id: 'page.commands',
            label: 'Commands',
            group: 'Pages',
            keywords: 'rpc send release verified',
            icon: lateIcon('IconSend'),
            run: () => navigate('/commands'),
          },
        ]
      : []),
    ...(mayAlarms
      ? [
          {
            id: 'page.alarm-health',
            label: 'Alarm health',
            group: 'Pages',
            keywords: 'chattering stale nuisance flood bad actors',
            icon: lateIcon('IconHistory'),
            run: () => navigate('/alarms/health'),
          },
        ]
      : []),
    ...(mayFiles
      ? [
          {
            id: 'page.files',
            label: 'Files',
            group: 'Pages',
            icon: lateIcon('IconFiles'),
            run: () => navigate('/files'),
          },
        ]
      : []),
    ...(mayJobs
      ? [
          {
            id: 'page.jobs',
            label: 'Jobs',
            group: 'Pages',
            keywords: 'well rig snubbing unit compare close',
            icon: lateIcon('IconClipboardList'),
            run: () => navigate('/jobs'),
          },
        ]
      : []),
    ...(mayOpenJobs
      ? [
          {
            id: 'page.new-job',
            label: 'New job',
            group: 'Pages',
            keywords: 'wizard well snubbing unit rig',
            icon: lateIcon('IconClipboardList'),
            run: () => navigate('/dwsjob'),
          },
        ]
      : []),
    ...(mayHandovers
      ? [
          {
            id: 'page.handovers',
            label: 'Handovers',
            group: 'Pages',
            keywords: 'shift times hand over take over sign',
            icon: lateIcon('IconHistory'),
            run: () => navigate('/handovers'),
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
            icon: lateIcon('IconHistory'),
            run: () => navigate('/audit'),
          },
          {
            id: 'page.gateways',
            label: 'Gateway tokens',
            group: 'Pages',
            keywords: 'sparkplug edge revoke device',
            icon: lateIcon('IconRouter'),
            run: () => navigate('/gateways'),
          },
          {
            id: 'page.provisioning',
            label: 'Provisioning keys',
            group: 'Pages',
            keywords: 'device batch claim secret token',
            icon: lateIcon('IconKey'),
            run: () => navigate('/provisioning'),
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
            icon: lateIcon('IconApi'),
            run: () => navigate('/api-docs'),
          },
        ]
      : []),
  ]);
}
