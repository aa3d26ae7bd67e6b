import { useQuery } from '@tanstack/react-query';
import { type FrameSite, frameSitesSchema } from '@telltale/contract';
import { ApiError } from '#api/api-error.ts';
import { configQuery } from '#api/config-queries.ts';

const NO_SITES: readonly FrameSite[] = [];

/** The sites that an administrator lets tiles show; undefined while asked. Without the file there are none. */
export function useFrameSites(): { sites: readonly FrameSite[] | undefined; problem: string | undefined } {
  const { data, error } = useQuery(configQuery('frames', frameSitesSchema));
  if (data !== undefined) return { sites: data.sites, problem: undefined };
  if (error === null) return { sites: undefined, problem: undefined };
  const isMissing = error instanceof ApiError && error.status === 404;
  return { sites: NO_SITES, problem: isMissing ? undefined : error.message };
}
