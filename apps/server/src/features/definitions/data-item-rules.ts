import { permissionId } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, forbidden } from '#http/errors.ts';

export function refuseWithout(caller: Caller, action: 'Modify' | 'Delete'): void {
  if (!holds(caller, permissionId('DataItems', action))) throw forbidden();
}

/** A retention deletes history one day: only who may do that sets one. */
export function refuseRetention(caller: Caller): void {
  if (holds(caller, permissionId('HistoricalDataItems', 'Delete'))) return;
  throw forbidden('Setting a retention needs the permission to delete history.');
}

/** What scales all assets of a definition is set, and taken away, by who may scale one of them. */
export function refuseScaling(caller: Caller): void {
  if (holds(caller, permissionId('Attributes', 'Modify'))) return;
  throw forbidden('Changing how a data item is scaled needs the permission to modify attributes.');
}

/** What is sent for a calculated data item is set aside: a scaling would do nothing. */
export function refuseScaledCalculation(label: string): never {
  throw badRequest(`${label} is calculated: what the portal calculates is not scaled.`, { field: 'scaling' });
}
