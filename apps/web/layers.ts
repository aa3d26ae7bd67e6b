import type { Layer } from './layered-files.ts';
import type { PagePreloads } from './page-preloads.ts';

const list = ['src/features/login/LoginPage.tsx', 'src/features/assets/AssetsPage.tsx'];
const dashboard = [
  'src/features/dashboard/screen/DashboardPage.tsx',
  'src/features/dashboard/screen/SystemDashboardPage.tsx',
  'src/features/dashboard/screen/Dashboard.tsx',
  'src/features/dashboard/screen/preload-tiles.ts',
  // The views of most dashboards; each other tile brings its own.
  'src/tiles/indicator/IndicatorTile.tsx',
  'src/tiles/gauge/GaugeTile.tsx',
  'src/tiles/data-item-table/DataItemTableTile.tsx',
];
/** What comes with most of them: lines over time, and texts with their sanitising. */
const views = ['src/tiles/fast-graph/FastGraphTile.tsx', 'src/tiles/text-box/TextBoxTile.tsx'];
const editing = [
  'src/features/dashboard/dialogs/DashboardDialogs.tsx',
  'src/features/dashboard/bar/AddTileMenu.tsx',
  'src/features/dashboard/bar/TabMenu.tsx',
  'src/tile-kit/frame/TileToolbar.tsx',
];
const admin = ['src/features/ownership/OwnershipPage.tsx'];

/** Icons that users choose by name. */
const icons = ['src/tile-kit/icons/icon-set.ts'];
const forms = [
  'src/ui/dynamic-form/DynamicForm.tsx',
  'src/ui/table/SmallTable.tsx',
  'src/ui/form/DropArea.tsx',
  'src/ui/page/PageTabs.tsx',
];

/** The files of the client, from what every page loads to what few do (decisions 0050 and 0156). */
export const layers: readonly Layer[] = [
  { name: 'start', roots: ['src/main.tsx', 'src/live/portal-live.ts', 'src/shell/LiveIndicator.tsx'] },
  { name: 'start', roots: list, sharedWith: [...dashboard, ...views] },
  // Its card stands above the list of assets, and needs none of a dashboard's file.
  { name: 'start', roots: ['src/pages/first-hour/FirstHourCard.tsx'], sharedWith: [...dashboard, ...views] },
  // Two icons and a row of buttons: without them here the page Admin would load all of a dashboard for them.
  { name: 'start', roots: admin, sharedWith: [...dashboard, ...views] },
  { name: 'list', roots: list },
  // They come once the page stands, and need nothing of a dashboard: what the list says of alarms, too.
  { name: 'bell', roots: ['src/shell/alarms/AlarmBell.tsx', 'src/live/use-alarm-counts.ts'] },
  { name: 'dashboard', roots: dashboard },
  { name: 'views', roots: views },
  // Alarms in the head and on the tabs come by themselves once the dashboard stands: nothing of what it is changed with.
  { name: 'marks', roots: ['src/features/dashboard/alarms/AlarmMarks.tsx'] },
  { name: 'menus', roots: ['src/ui/menu/OpeningMenu.tsx'] },
  // What the page Admin shares with editing, icons and forms: without this file it would load all of them, and with the icons a dashboard.
  { name: 'tools', roots: admin, sharedWith: [...editing, ...icons, ...forms] },
  { name: 'editing', roots: editing },
  // What many pages have, of icons and of forms and tables: a name each in the list of files that the first one carries, not dozens.
  { name: 'icons', roots: icons },
  { name: 'forms', roots: forms },
  { name: 'admin', roots: admin },
];

const session = ['/api/ef/auth/login', '/config/palette-dark.json', '/config/links.json', '/config/mqtt.json'];
const text = 'inter-latin-wght-normal';
const figures = 'jetbrains-mono-latin-400-normal';
const asset = '/api/ef/assets/{assetId}';

/** What the portal names in its pages (decision 0157). */
export const pages: readonly PagePreloads[] = [
  {
    page: '/assets/{assetId}/dashboard',
    layers: ['dashboard', 'views'],
    fonts: [text, figures],
    calls: [
      ...session,
      '/config/alarms.json',
      asset,
      `${asset}/definition`,
      `${asset}/dashboards`,
      `${asset}/dataitems`,
    ],
  },
  {
    page: '/systems/{systemId}/dashboard',
    layers: ['dashboard', 'views'],
    fonts: [text, figures],
    calls: [...session, '/config/alarms.json', '/api/ef/systems/{systemId}'],
  },
  { page: '/assets', layers: ['list'], fonts: [text], calls: [...session, '/api/ef/assets?compact=true'] },
  {
    page: '/admin',
    layers: ['admin'],
    fonts: [text],
    calls: [...session, '/api/ef/admin/adminunits', '/api/ef/admin/users/ownership'],
  },
  { page: '/login', layers: ['list'], fonts: [text], calls: [] },
];
