import { IconSettings } from '@tabler/icons-react';
import { ADMIN_MODIFY, PERMISSION_CONFIGURATION, PERMISSION_USER_SETTINGS, permissionId } from '@telltale/contract';
import type { PaletteEntry } from './palette-entries.ts';
import type { Ways } from './place.ts';

/** A setting by name: where it stands, and who has the page. */
const settings: readonly { label: string; words: string; address: string; permissionId: number }[] = [
  ...(
    [
      ['Names', 'first last account', 'account'],
      ['Alternative email', 'address mail', 'account'],
      ['Password', 'change', 'account'],
      ['Two-step login', 'second factor code', 'two-step'],
      ['My alerts', 'mail sms phone', 'alerts'],
      ['Quiet hours', 'alerts night weekend silence', 'quiet'],
      ['Theme', 'appearance colours', 'theme'],
      ['Time zone', 'times clock', 'zone'],
      ['Units', 'psi bar metric us customary celsius fahrenheit', 'units'],
      ['My links', 'navigation', 'links'],
      ['Pinned assets', 'order first', 'pins'],
      ['Attribute columns', 'asset list', 'columns'],
      ['Where you are logged in', 'sessions', 'sessions'],
      ['API tokens', 'scripts', 'tokens'],
    ] as const
  ).map(([label, words, section]) => ({
    label,
    words,
    address: `/user-settings#${section}-heading`,
    permissionId: PERMISSION_USER_SETTINGS,
  })),
  ...(
    [
      ['Asset definitions', 'data items alarms events kinds', 'assetdefinitions'],
      ['Asset setup', 'units groups', 'assets'],
      ['System definitions', 'slots', 'systemdefinitions'],
      ['System setup', 'aliases links', 'systems'],
    ] as const
  ).map(([label, words, subpage]) => ({
    label,
    words,
    address: `/configuration/${subpage}`,
    permissionId: PERMISSION_CONFIGURATION,
  })),
  { label: 'Users and groups', words: 'ownership', address: '/admin', permissionId: ADMIN_MODIFY },
  { label: 'Permissions', words: 'rights', address: '/admin?tab=permissions', permissionId: ADMIN_MODIFY },
  { label: 'Admin units', words: '', address: '/admin?tab=units', permissionId: ADMIN_MODIFY },
  {
    label: 'Alerts',
    words: 'messages mail webhook text phone told',
    address: '/alerts',
    permissionId: permissionId('Alerts', 'View'),
  },
  {
    label: 'Who is on call',
    words: 'alerts rotation calendar week override',
    address: '/alerts?tab=oncall',
    permissionId: permissionId('Alerts', 'View'),
  },
  {
    label: 'Status of the portal',
    words: 'health disk backups ingest slow calls devices quarantine certificate',
    address: '/status',
    permissionId: ADMIN_MODIFY,
  },
  {
    label: 'MQTT broker of the plant',
    words: 'outside mosquitto sparkplug topics rules subscribe messages',
    address: '/broker',
    permissionId: ADMIN_MODIFY,
  },
  { label: 'Sites in frames', words: 'iframe', address: '/frame-sites', permissionId: ADMIN_MODIFY },
];

/** The settings that have every word and that the user may open. */
export function settingEntries(words: readonly string[], { go, may }: Ways): PaletteEntry[] {
  if (words.length === 0) return [];
  return settings
    .filter((setting) => may(setting.permissionId))
    .filter((setting) => {
      const text = `${setting.label} ${setting.words} settings`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map(({ label, address }) => ({
      id: `setting.${address}`,
      label,
      group: 'Settings',
      detail: '',
      icon: IconSettings,
      run: () => go(address),
    }));
}
