import { ADMIN_MODIFY, PERMISSION_CONFIGURATION, PERMISSION_DASHBOARD_VIEW, permissionId } from '@telltale/contract';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** One page of the portal (spec 2 §2.1). */
export interface PageRoute {
  /** wouter pattern. */
  readonly path: string;
  /** Who gets it: anyone, any logged-in user, or holders of a permission. */
  readonly access: 'anyone' | 'session' | { readonly permissionId: number };
  readonly page: LazyExoticComponent<ComponentType>;
}

/**
 * The pages, in order of matching. Any other path shows the assets when logged in, the login screen when not. The
 * assets page itself is open to every session: without permission 6 it says what is missing (spec 1 §2).
 */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: '/login',
    access: 'anyone',
    page: lazy(() => import('#features/login/LoginPage.tsx').then((part) => ({ default: part.LoginPage }))),
  },
  {
    path: '/register',
    access: 'anyone',
    page: lazy(() => import('#features/login/RegisterPage.tsx').then((part) => ({ default: part.RegisterPage }))),
  },
  {
    path: '/user-settings',
    access: 'anyone',
    page: lazy(() =>
      import('#features/user-settings/UserSettingsPage.tsx').then((part) => ({ default: part.UserSettingsPage })),
    ),
  },
  {
    path: '/assets/:assetId/dashboard/*?',
    access: { permissionId: PERMISSION_DASHBOARD_VIEW },
    page: lazy(() => import('#features/dashboard/DashboardPage.tsx').then((part) => ({ default: part.DashboardPage }))),
  },
  {
    path: '/systems/:systemId/dashboard/*?',
    access: { permissionId: permissionId('Assets', 'View') },
    page: lazy(() =>
      import('#features/dashboard/SystemDashboardPage.tsx').then((part) => ({ default: part.SystemDashboardPage })),
    ),
  },
  {
    path: '/admin',
    access: { permissionId: ADMIN_MODIFY },
    page: lazy(() => import('#features/ownership/OwnershipPage.tsx').then((part) => ({ default: part.OwnershipPage }))),
  },
  {
    path: '/assetgroups',
    access: { permissionId: ADMIN_MODIFY },
    page: lazy(() =>
      import('#features/asset-groups/AssetGroupsPage.tsx').then((part) => ({ default: part.AssetGroupsPage })),
    ),
  },
  {
    path: '/systems/:systemId?/:page?',
    access: { permissionId: permissionId('Assets', 'View') },
    page: lazy(() => import('#features/systems/SystemsPage.tsx').then((part) => ({ default: part.SystemsPage }))),
  },
  {
    path: '/configuration/:subpage?/:id?/:panelName?',
    access: { permissionId: PERMISSION_CONFIGURATION },
    page: lazy(() =>
      import('#features/configuration/page/ConfigurationPage.tsx').then((part) => ({
        default: part.ConfigurationPage,
      })),
    ),
  },
  {
    path: '/audit',
    access: { permissionId: ADMIN_MODIFY },
    page: lazy(() => import('#features/audit/AuditPage.tsx').then((part) => ({ default: part.AuditPage }))),
  },
  {
    path: '/api-docs/:group?/:name?',
    access: 'session',
    page: lazy(() => import('#features/api-docs/ApiDocsPage.tsx').then((part) => ({ default: part.ApiDocsPage }))),
  },
  {
    path: '/ifr/*?',
    access: 'session',
    page: lazy(() =>
      import('#features/site-frame/SiteFramePage.tsx').then((part) => ({ default: part.SiteFramePage })),
    ),
  },
  {
    path: '/assets',
    access: 'session',
    page: lazy(() => import('#features/assets/AssetsPage.tsx').then((part) => ({ default: part.AssetsPage }))),
  },
];

/** Where a session begins. */
export const LANDING_PATH = '/assets';
