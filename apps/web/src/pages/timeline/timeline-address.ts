import { timeline } from '@telltale/contract';
import type { TimelineFilter } from '#api/events/timeline-queries.ts';
import type { AddressChanges } from '../use-address-params.ts';

const isKind = (text: string): text is timeline.TimelineKind => timeline.timelineKinds.some((kind) => kind === text);

/**
 * The filter as the address has it, so that a view can be sent to a colleague.
 * @param prefix of the names, where the address belongs to another page
 */
export function filterOfParams(params: URLSearchParams, prefix = ''): TimelineFilter {
  const kinds = (params.get(`${prefix}kinds`) ?? '').split(',').filter(isKind);
  return {
    kinds: kinds.length > 0 ? kinds : undefined,
    from: timeOf(params.get(`${prefix}from`)),
    to: timeOf(params.get(`${prefix}to`)),
    text: params.get(`${prefix}text`)?.trim().slice(0, 200) || undefined,
  };
}

/** The parameters of the address for a filter; without a value what is not narrowed. */
export function paramsOfFilter({ kinds, from, to, text }: TimelineFilter, prefix = ''): AddressChanges {
  const fields = { kinds: kinds?.join(','), from, to, text };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]));
}

function timeOf(text: string | null): string | undefined {
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}
