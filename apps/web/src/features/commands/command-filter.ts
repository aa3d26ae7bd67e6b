import { commands } from '@telltale/contract';
import type { CommandFilter } from '#api/command-queries.ts';
import type { AddressChanges } from '#pages/use-address-params.ts';

/** The filter as the page's address has it, so that a view can be sent to a colleague. */
export function filterOfParams(params: URLSearchParams): CommandFilter {
  const user = params.get('user')?.trim();
  const template = params.get('template')?.trim();
  const state = commands.commandStates.find((one) => one === params.get('state'));
  const assetId = idOf(params.get('asset'));
  const [from, to] = [timeOf(params.get('from')), timeOf(params.get('to'))];
  return {
    ...(assetId === undefined ? {} : { assetId }),
    ...(state === undefined ? {} : { state }),
    ...(user ? { user } : {}),
    ...(template ? { template } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

export const NO_FILTER: AddressChanges = {
  asset: undefined,
  state: undefined,
  user: undefined,
  template: undefined,
  from: undefined,
  to: undefined,
};

/** An id as the address has it; undefined for what is none. */
export function idOf(text: string | null): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function timeOf(text: string | null): string | undefined {
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}
