import type { EpochMs } from '@telltale/contract';
import { quietUntil } from '@telltale/domain';
import type { Work } from '#db/unit-of-work.ts';
import type { Addressee } from '../alert-delivery-repository.ts';
import { type DueDelivery, HeldRepository } from './held-repository.ts';
import { QuietHoursRepository, USUALLY_BREAKS_THROUGH } from './quiet-hours-repository.ts';

/** Until when an alert of a severity is held for a user; undefined: it is told at once. Machines have no quiet hours. */
export type QuietFor = (userId: number | null, severity: number) => EpochMs | undefined;

/** How it is for these users at a moment. */
export async function quietFor(
  repository: QuietHoursRepository,
  userIds: readonly (number | null)[],
  nowMs: EpochMs,
): Promise<QuietFor> {
  const people = [...new Set(userIds.flatMap((userId) => userId ?? []))];
  const settings = await repository.list(people);
  const untilOf = new Map([...settings].map(([userId, quiet]) => [userId, quietUntil(quiet, nowMs)]));
  return (userId, severity) => {
    if (userId === null) return undefined;
    const from = settings.get(userId)?.breaksThrough ?? null;
    return from !== null && severity >= from ? undefined : untilOf.get(userId);
  };
}

/**
 * Holds what is below the severity that breaks through while it is quiet for somebody, but for what they are told because they are
 * on call. @returns what is told now
 */
export async function holdWhileQuiet(
  unit: Work,
  { userId }: Addressee,
  due: readonly DueDelivery[],
  nowMs: EpochMs,
): Promise<DueDelivery[]> {
  const quiet = await quietFor(unit.of(QuietHoursRepository), [userId], nowMs);
  const told: DueDelivery[] = [];
  const held = new Map<EpochMs, number[]>();
  for (const one of due) {
    const untilMs = one.onCall ? undefined : quiet(userId, one.severity);
    if (untilMs === undefined) told.push(one);
    else held.set(untilMs, [...(held.get(untilMs) ?? []), one.deliveryId]);
  }
  for (const [untilMs, some] of held) await unit.of(HeldRepository).hold(some, untilMs);
  return told;
}

/** Until when a message waits that was made before it became quiet; undefined: something in it breaks through, or it is not. */
export async function messageQuietUntil(
  repository: QuietHoursRepository,
  { userId }: Addressee,
  items: readonly { severity: number; onCall: boolean }[],
  nowMs: EpochMs,
): Promise<EpochMs | undefined> {
  if (userId === null || items.length === 0 || items.some(({ onCall }) => onCall)) return undefined;
  const quiet = await quietFor(repository, [userId], nowMs);
  return quiet(userId, Math.max(...items.map(({ severity }) => severity)));
}

/** Whether somebody of these hears now of an alarm; a machine counts where there are no people. */
export function reachesSomebody(quiet: QuietFor, addressees: readonly Addressee[], severity: number): boolean {
  const people = addressees.filter(({ userId }) => userId !== null);
  if (people.length === 0) return addressees.length > 0;
  return people.some(({ userId, onCall }) => onCall || quiet(userId, severity) === undefined);
}

/** Whether something of a severity breaks through for a recipient: through quiet hours, and through what comes together of a flood. */
export async function breaksThrough(
  repository: QuietHoursRepository,
  { userId }: Addressee,
): Promise<(severity: number) => boolean> {
  const settings = userId === null ? undefined : (await repository.list([userId])).get(userId);
  const from = settings ? settings.breaksThrough : USUALLY_BREAKS_THROUGH;
  return (severity) => from !== null && severity >= from;
}
