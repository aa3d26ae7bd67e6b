import type { AddressChanges } from '#pages/use-address-params.ts';
import { idOf } from './command-filter.ts';

/** To whom a command goes, as the address has it. */
export interface SendTo {
  /** Undefined: the first that there is. */
  readonly definitionId: number | undefined;
  readonly assetGroupId: number | undefined;
  readonly assetIds: readonly number[];
  /** The command whose form is open at first. */
  readonly commandDefinitionId: number | undefined;
}

/** Undefined: the address opens no form to send. */
export function sendOfParams(params: URLSearchParams): SendTo | undefined {
  const definition = params.get('send');
  if (definition === null) return undefined;
  const ids = (params.get('assets') ?? '').split(',').map(idOf);
  return {
    definitionId: idOf(definition),
    assetGroupId: idOf(params.get('group')),
    assetIds: ids.filter((id) => id !== undefined),
    commandDefinitionId: idOf(params.get('form')),
  };
}

export const SEND_OPENED: AddressChanges = { send: 'new', command: undefined };
export const SEND_CLOSED: AddressChanges = {
  send: undefined,
  assets: undefined,
  group: undefined,
  form: undefined,
};
