import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { matchRoute, useRouter } from 'wouter';
import { z } from 'zod';
import { configQuery } from '#api/config-queries.ts';
import { heldBy, includesPermission, useSessionStore } from '#session/session-store.ts';
import { extraLinks } from '#ui/links/extra-links.ts';
import { parseLink } from '#ui/links/safe-link.ts';
import { pageRoutes } from './routes.ts';

/** `/config/links.json` (spec 2 §2.2). */
export const linkListSchema = z.array(
  z.object({
    label: z.string().min(1),
    href: z.string(),
    /** Absent or null: always shown. */
    permissionId: z.number().int().nullish(),
    external: z.boolean().optional(),
  }),
);
type LinkList = z.infer<typeof linkListSchema>;

/** The links as the specification lists them, while the portal has no file of its own. */
const defaultLinks: LinkList = [
  { label: 'Assets', href: '/assets', permissionId: 6 },
  { label: 'Configuration', href: '/configuration/assetdefinitions', permissionId: 72 },
  { label: 'Admin', href: '/admin', permissionId: 1 },
];

export interface NavigationLink {
  label: string;
  href: string;
  /** Elsewhere, or on this host but no page of this client: the browser goes there itself. */
  isExternal: boolean;
}

/**
 * The links that the user may follow, whatever their address (spec 2 §2.2): another service of the same host, a page of
 * a later version. Only what is no safe address is left out (guarantee E8). Behind them stand the user's own (spec 1 §3).
 */
export function useNavigationLinks(): NavigationLink[] {
  const { data } = useQuery(configQuery('links', linkListSchema));
  const permissions = useSessionStore(heldBy);
  const attributes = useSessionStore(({ user }) => user?.attributes);
  const { parser } = useRouter();

  return useMemo(() => {
    const isPage = (href: string) => {
      const path = href.split(/[?#]/)[0] ?? href;
      return pageRoutes.some((route) => matchRoute(parser, route.path, path)[0]);
    };
    const ofPortal = (data ?? defaultLinks).flatMap(({ label, href, permissionId, external }) => {
      const parsed = parseLink(href);
      if (!parsed || !includesPermission(permissions, permissionId ?? undefined)) return [];
      const isExternal = parsed.isExternal || external === true || !isPage(parsed.href);
      return [{ label, href: parsed.href, isExternal }];
    });
    const known = new Set(ofPortal.map(({ href }) => href));
    const own = extraLinks(attributes ?? []).filter(({ href }) => !known.has(href) && known.add(href));
    return [...ofPortal, ...own.map((link) => ({ ...link, isExternal: link.isExternal || !isPage(link.href) }))];
  }, [data, permissions, attributes, parser]);
}
