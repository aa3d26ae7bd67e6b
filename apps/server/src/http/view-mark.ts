import { views } from '@telltale/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Takes the mark of a view out of the query, where a tab views as another user: what the call itself asks for is the rest.
 * One that stands there twice, or is no text, is the mark of no view.
 */
export function takeViewMark({ query }: FastifyRequest): string | undefined {
  if (typeof query !== 'object' || query === null || !Object.hasOwn(query, views.VIEW_PARAM)) return undefined;
  const asked = query as Record<string, unknown>;
  const mark = asked[views.VIEW_PARAM];
  delete asked[views.VIEW_PARAM];
  return typeof mark === 'string' ? mark : '';
}
