import type { QueryClient } from '@tanstack/react-query';
import {
  ADMIN_MODIFY,
  PERMISSION_ASSETS_VIEW,
  PERMISSION_CONFIGURATION,
  PERMISSION_DASHBOARD_VIEW,
  permissionId,
} from '@telltale/contract';
import { parse } from 'regexparam';
import { matchRoute } from 'wouter';
import { assetListQuery } from '#api/asset-queries.ts';
import { includesPermission, useSessionStore } from '#session/session-store.ts';
import { Loading } from '#ui/feedback/Loading.tsx';
import { type LazyPart, lazyPart } from '#ui/lazy-part.tsx';

/** One page of the portal (spec 2 §2.1). */
export interface PageRoute {
  /** wouter pattern. */
  readonly path: string;
  /** Who gets it: anyone, any logged-in user, or holders of a permission. */
  readonly access: 'anyone' | 'session' | { readonly permissionId: number };
  readonly page: LazyPart<object>;
  /** What it shows first, and the permission to read it: asked for before it is drawn where it is what is opened. */
  readonly first?: { readonly permissionId: number; readonly ask: (records: QueryClient) => Promise<void> };
}

/**
 * The pages, in order of matching. Any other path shows the assets when logged in, the login screen when not. The
 * assets page itself is open to every session: without permission 6 it says what is missing (spec 1 §2).
 */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: '/login',
    access: 'anyone',
    page: lazyPart(async () => (await import('#features/login/LoginPage.tsx')).LoginPage, Loading),
  },
  {
    path: '/register',
    access: 'anyone',
    page: lazyPart(async () => (await import('#features/login/RegisterPage.tsx')).RegisterPage, Loading),
  },
  {
    path: '/confirm-address',
    access: 'anyone',
    page: lazyPart(async () => (await import('#features/login/ConfirmAddressPage.tsx')).ConfirmAddressPage, Loading),
  },
  {
    path: '/dwsjob',
    access: 'anyone',
    page: lazyPart(async () => (await import('#features/jobs/wizard/JobWizardPage.tsx')).JobWizardPage, Loading),
  },
  {
    path: '/sqlite',
    access: 'anyone',
    page: lazyPart(async () => (await import('#features/sqlite/SqlitePage.tsx')).SqlitePage, Loading),
  },
  {
    path: '/seismic',
    access: 'anyone',
    page: lazyPart(async () => (await import('#features/seismic/SeismicPage.tsx')).SeismicPage, Loading),
  },
  {
    path: '/tdms-viewer',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/measurements/MeasurementsPage.tsx')).MeasurementsPage, Loading),
  },
  {
    path: '/user-settings',
    access: 'anyone',
    page: lazyPart(
      async () => (await import('#features/user-settings/UserSettingsPage.tsx')).UserSettingsPage,
      Loading,
    ),
  },
  {
    path: '/assets/:assetId/items/:dataItemId/why',
    access: { permissionId: permissionId('DataItems', 'View') },
    page: lazyPart(async () => (await import('#features/why/WhyPage.tsx')).WhyPage, Loading),
  },
  {
    path: '/assets/:assetId/timeline',
    access: { permissionId: permissionId('Assets', 'View') },
    page: lazyPart(async () => (await import('#features/timeline/TimelinePage.tsx')).TimelinePage, Loading),
  },
  {
    path: '/assets/:assetId/report',
    access: { permissionId: PERMISSION_DASHBOARD_VIEW },
    page: lazyPart(async () => (await import('#features/report/ReportPage.tsx')).ReportPage, Loading),
  },
  {
    path: '/assets/:assetId/dashboard/*?',
    access: { permissionId: PERMISSION_DASHBOARD_VIEW },
    page: lazyPart(async () => (await import('#features/dashboard/screen/DashboardPage.tsx')).DashboardPage, Loading),
  },
  {
    path: '/systems/:systemId/dashboard/*?',
    access: { permissionId: permissionId('Assets', 'View') },
    page: lazyPart(
      async () => (await import('#features/dashboard/screen/SystemDashboardPage.tsx')).SystemDashboardPage,
      Loading,
    ),
  },
  {
    path: '/admin',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/ownership/OwnershipPage.tsx')).OwnershipPage, Loading),
  },
  {
    path: '/assetgroups',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/asset-groups/AssetGroupsPage.tsx')).AssetGroupsPage, Loading),
  },
  {
    path: '/systems/:systemId?/:page?',
    access: { permissionId: permissionId('Assets', 'View') },
    page: lazyPart(async () => (await import('#features/systems/SystemsPage.tsx')).SystemsPage, Loading),
  },
  {
    path: '/configuration/:subpage?/:id?/:panelName?',
    access: { permissionId: PERMISSION_CONFIGURATION },
    page: lazyPart(
      async () => (await import('#features/configuration/page/ConfigurationPage.tsx')).ConfigurationPage,
      Loading,
    ),
  },
  {
    path: '/jobs',
    access: { permissionId: permissionId('Jobs', 'View') },
    page: lazyPart(async () => (await import('#features/jobs/list/JobsPage.tsx')).JobsPage, Loading),
  },
  {
    path: '/exports',
    access: { permissionId: permissionId('HistoricalDataItems', 'View') },
    page: lazyPart(async () => (await import('#features/exports/ExportsPage.tsx')).ExportsPage, Loading),
  },
  {
    path: '/alarms',
    access: { permissionId: permissionId('Alarms', 'View') },
    page: lazyPart(async () => (await import('#features/alarms/AlarmsPage.tsx')).AlarmsPage, Loading),
  },
  {
    path: '/alarms/health',
    access: { permissionId: permissionId('Alarms', 'View') },
    page: lazyPart(async () => (await import('#features/alarms/health/HealthPage.tsx')).HealthPage, Loading),
  },
  {
    path: '/handovers/:part?',
    access: { permissionId: permissionId('Events', 'View') },
    page: lazyPart(async () => (await import('#features/handovers/HandoverPages.tsx')).HandoverPages, Loading),
  },
  {
    path: '/maintenance',
    access: { permissionId: permissionId('Events', 'View') },
    page: lazyPart(async () => (await import('#features/calendar/CalendarPage.tsx')).CalendarPage, Loading),
  },
  {
    path: '/maintenance/forecast',
    access: { permissionId: permissionId('Events', 'View') },
    page: lazyPart(async () => (await import('#features/forecast/ForecastPage.tsx')).ForecastPage, Loading),
  },
  {
    path: '/alerts',
    access: { permissionId: permissionId('Alerts', 'View') },
    page: lazyPart(async () => (await import('#features/alerts/AlertsPage.tsx')).AlertsPage, Loading),
  },
  {
    path: '/acknowledge',
    access: 'anyone',
    page: lazyPart(
      async () => (await import('#features/alerts/acknowledge/AcknowledgePage.tsx')).AcknowledgePage,
      Loading,
    ),
  },
  {
    path: '/access',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/access/AccessPage.tsx')).AccessPage, Loading),
  },
  {
    path: '/audit',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/audit/AuditPage.tsx')).AuditPage, Loading),
  },
  {
    path: '/status',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/status/StatusPage.tsx')).StatusPage, Loading),
  },
  {
    path: '/broker',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/outside-broker/BrokerPage.tsx')).BrokerPage, Loading),
  },
  {
    path: '/first-hour',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/first-hour/FirstHourPage.tsx')).FirstHourPage, Loading),
  },
  {
    path: '/frame-sites',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/frame-sites/FrameSitesPage.tsx')).FrameSitesPage, Loading),
  },
  {
    path: '/api-docs',
    access: 'session',
    page: lazyPart(async () => (await import('#features/api-docs/ApiDocsPage.tsx')).ApiDocsPage, Loading),
  },
  {
    path: '/ifr/*?',
    access: 'session',
    page: lazyPart(async () => (await import('#features/site-frame/SiteFramePage.tsx')).SiteFramePage, Loading),
  },
  {
    path: '/connect/:kind?/:id?',
    access: { permissionId: permissionId('Assets', 'Create') },
    page: lazyPart(async () => (await import('#features/assets/connect/page/ConnectPage.tsx')).ConnectPage, Loading),
  },
  {
    path: '/commands',
    access: { permissionId: permissionId('Commands', 'View') },
    page: lazyPart(async () => (await import('#features/commands/CommandsPage.tsx')).CommandsPage, Loading),
  },
  {
    path: '/files',
    access: { permissionId: permissionId('Files', 'View') },
    page: lazyPart(async () => (await import('#features/files/FilesPage.tsx')).FilesPage, Loading),
  },
  {
    path: '/gateways',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/gateways/GatewaysPage.tsx')).GatewaysPage, Loading),
  },
  {
    path: '/quarantine',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(async () => (await import('#features/quarantine/QuarantinePage.tsx')).QuarantinePage, Loading),
  },
  {
    path: '/provisioning',
    access: { permissionId: ADMIN_MODIFY },
    page: lazyPart(
      async () => (await import('#features/provisioning/ProvisionKeysPage.tsx')).ProvisionKeysPage,
      Loading,
    ),
  },
  {
    path: '/assets',
    access: 'session',
    page: lazyPart(async () => (await import('#features/assets/AssetsPage.tsx')).AssetsPage, Loading),
    first: { permissionId: PERMISSION_ASSETS_VIEW, ask: (records) => records.prefetchQuery(assetListQuery) },
  },
];

/**
 * Loads the page of an address, where there is one, and what it shows first: it is drawn without a wait then.
 * @param session settles when it is known who asks
 */
export async function preloadPage(path: string, records: QueryClient, session: Promise<void>): Promise<void> {
  const route = pageRoutes.find(({ path: pattern }) => matchRoute(parse, pattern, path)[0]);
  await Promise.all([route?.page.preload(), session]);
  const first = route?.first;
  if (includesPermission(useSessionStore.getState().permissions, first?.permissionId)) await first?.ask(records);
}
