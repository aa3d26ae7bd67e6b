import type { EpochMs } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import { addresseesOfGroups } from '../alert-addressees.ts';
import type { Addressee } from '../alert-delivery-repository.ts';
import { onCallOfGroups, RotaRepository } from './rota-repository.ts';

/** A group that is told, all of it or who is on call only. */
export interface ToldGroup {
  userGroupId: number;
  onCallOnly: boolean;
}

export type AddresseesOf = (group: ToldGroup) => readonly Addressee[];

const ON_CALL = 'On call.';
const NOBODY = 'Nobody is on call: everybody of the group is told.';
const NO_WAY = 'Who is on call has no way to be told: everybody of the group is.';

/**
 * Who is told at a moment when these groups are: of a group that asks for who is on call the one who is, and its webhook; where
 * nobody is, or who is cannot be told, everybody, since an alarm must reach somebody.
 */
export async function addresseesOnDuty(
  unit: Work,
  groups: readonly ToldGroup[],
  nowMs: EpochMs,
): Promise<AddresseesOf> {
  const addresseesOf = await addresseesOfGroups(
    unit,
    groups.map(({ userGroupId }) => userGroupId),
  );
  const asked = groups.filter(({ onCallOnly }) => onCallOnly).map(({ userGroupId }) => userGroupId);
  const onCall = await onCallOfGroups(unit.of(RotaRepository), asked, nowMs);
  return ({ userGroupId, onCallOnly }) => {
    const all = addresseesOf(userGroupId);
    if (!onCallOnly) return all;
    const userId = onCall.get(userGroupId);
    const theirs = all.filter((one) => one.userId !== null && one.userId === userId);
    if (theirs.length > 0) {
      const machines = all.filter((one) => one.userId === null);
      return [...theirs.map((one) => ({ ...one, onCall: true, note: ON_CALL })), ...machines];
    }
    const note = userId === undefined ? NOBODY : NO_WAY;
    return all.map((one) => (one.userId === null ? one : { ...one, note }));
  };
}

/** Of somebody who is told by several ways at once their being on call counts: the first of the same stands. */
export function onCallFirst(addressees: readonly Addressee[]): Addressee[] {
  return addressees.toSorted((a, b) => Number(b.onCall ?? false) - Number(a.onCall ?? false));
}
