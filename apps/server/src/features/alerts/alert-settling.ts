import type { EpochMs } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import { nextAttempt } from '#mail/try-again.ts';
import type { Screened, Sending } from './alert-channel.ts';
import { AlertDeliveryRepository } from './alert-delivery-repository.ts';
import { type AlertMessage, AlertMessageRepository } from './alert-message-repository.ts';
import { HeldRepository } from './quiet/held-repository.ts';

export interface Outcome {
  readonly dropped: Screened['dropped'];
  /** Undefined: there was nothing left to tell. */
  readonly sending: Sending | undefined;
}

/** Writes down how it went with a message, and with everything that it was to tell. */
export async function settleMessage(
  unit: Work,
  message: AlertMessage,
  { dropped, sending }: Outcome,
  nowMs: EpochMs,
): Promise<void> {
  const { messageId } = message;
  const deliveries = unit.of(AlertDeliveryRepository);
  const messages = unit.of(AlertMessageRepository);
  for (const [reason, some] of Map.groupBy(dropped, (one) => one.reason)) {
    await deliveries.drop(
      some.map(({ item }) => item.deliveryId),
      reason,
    );
  }
  if (!sending) {
    const detail = dropped[0]?.reason ?? 'There is nothing left to tell.';
    return messages.update(messageId, { state: 'dropped', detail });
  }
  const address = sending.address === undefined ? {} : { address: sending.address };
  if (sending.kind === 'sent') {
    await messages.update(messageId, { state: 'sent', sentMs: nowMs, detail: '', ...address });
    return deliveries.settleMessage(messageId, 'sent', '');
  }
  const { detail } = sending;
  const { attempts, createdMs } = message;
  if (sending.kind === 'later' && nextAttempt(attempts, createdMs, nowMs) !== undefined) {
    const untried = { attempts: attempts - 1, nextMs: sending.untilMs };
    return messages.update(messageId, { state: 'waiting', ...untried, detail, ...address });
  }
  const nextMs = sending.kind === 'again' ? nextAttempt(attempts, createdMs, nowMs, sending.notBeforeMs) : undefined;
  if (nextMs !== undefined) return messages.update(messageId, { state: 'waiting', nextMs, detail, ...address });
  await messages.update(messageId, { state: 'failed', detail, ...address });
  return deliveries.settleMessage(messageId, 'failed', detail);
}

/** It became quiet while the message waited, for the mail server or for its turn. */
export async function putBack(unit: Work, { messageId, attempts }: AlertMessage, untilMs: EpochMs): Promise<void> {
  const back = { state: 'waiting' as const, attempts: attempts - 1, nextMs: untilMs };
  await unit.of(AlertMessageRepository).update(messageId, back);
  await unit.of(HeldRepository).holdMessage(messageId, untilMs);
}
