import type { EpochMs } from '@telltale/contract';
import type { Portal } from './portal.ts';

const SECOND_MS = 1_000;
/** When it is looked, after each second: later than what was measured at its end, and earlier than all that was after it. */
const LOOK_MS = 1;

/**
 * Moves the stopped clock of a portal that does not look by itself (`looksEachSecond: false`) on to a time. On the way
 * alarms are looked at once a second, as they are by a portal whose clock goes.
 */
export async function passSeconds(portal: Portal, toMs: EpochMs): Promise<void> {
  const { clock } = portal;
  const afterMs = clock.now() - LOOK_MS;
  for (let ms = afterMs - (afterMs % SECOND_MS) + SECOND_MS; ms + LOOK_MS <= toMs; ms += SECOND_MS) {
    clock.stopAt(ms + LOOK_MS);
    for (const { alarmEngine } of portal.contexts) await alarmEngine.look();
  }
  clock.stopAt(toMs);
}
