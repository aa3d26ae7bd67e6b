import { randomUUID } from 'node:crypto';
import type { alerts } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { pause } from '#pause.ts';
import { type AlertChannel, type Sending, withinAMinute } from './alert-channel.ts';
import { type Addressee, AlertDeliveryRepository, type AlertItem } from './alert-delivery-repository.ts';
import { type AlertMessage, AlertMessageRepository } from './alert-message-repository.ts';
import { nextAttempt, PACE_MS, type Pace, paceOf } from './alert-pace.ts';
import { ANSWERED } from './escalation/alert-climbs.ts';
import { HeldRepository } from './quiet/held-repository.ts';
import { holdWhileQuiet, messageQuietUntil } from './quiet/quiet-gate.ts';
import type { QuietHoursRepository } from './quiet/quiet-hours-repository.ts';

export interface AlertSenderOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  deliveries: AlertDeliveryRepository;
  quiet: QuietHoursRepository;
  channel: AlertChannel;
  kind: alerts.AlertChannel;
  /** What need not be told to somebody any more, because it was answered since. */
  answered: (addressee: Addressee, items: readonly AlertItem[]) => Promise<ReadonlySet<AlertItem>>;
  clock: Clock;
  log: Log;
  /** Something ended: there may be room for the next. */
  onSettled: () => void;
  newId?: () => string;
}

const AT_A_TIME = 8;
/** A stop waits for so long. */
const LEFT_AFTER_MS = 3_000;
const RECIPIENTS_AT_ONCE = 50;
/** While the other side does not answer, one message finds out whether it does again. */
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 60_000;

/** Makes messages out of what waits for people, and hands them over by one channel, a few at a time. */
export class AlertSender {
  readonly #options: AlertSenderOptions;
  readonly #newId: () => string;
  readonly #underWay = new Map<string, Promise<void>>();
  #isClosed = false;
  #failures = 0;
  #restsUntilMs = 0;

  constructor(options: AlertSenderOptions) {
    this.#options = options;
    this.#newId = options.newId ?? randomUUID;
  }

  /** Sends what is due, as far as there is room. Resolves when it is on its way. */
  async turn(): Promise<void> {
    await this.#compose();
    for (const message of await this.#claim()) {
      const sending = this.#send(message)
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'an alert could not be settled'))
        .finally(() => {
          this.#underWay.delete(message.recipient);
          this.#options.onSettled();
        });
      this.#underWay.set(message.recipient, sending);
    }
  }

  /** Waits a little for what is on its way; how it goes with the rest is not heard any more. */
  async close(): Promise<void> {
    const left = new AbortController();
    await Promise.race([Promise.all(this.#underWay.values()), pause(LEFT_AFTER_MS, left.signal)]);
    left.abort();
    this.#isClosed = true;
  }

  async #compose(): Promise<void> {
    const { deliveries, clock, kind, work } = this.#options;
    const waiting = await deliveries.listWaiting(kind, clock.now(), RECIPIENTS_AT_ONCE);
    if (waiting.length === 0) return;
    await work.run(portalActor, async (unit) => {
      for (const addressee of waiting) await this.#composeFor(unit, addressee);
    });
  }

  async #composeFor(unit: Work, addressee: Addressee): Promise<void> {
    const nowMs = this.#options.clock.now();
    const messages = unit.of(AlertMessageRepository);
    const deliveries = unit.of(AlertDeliveryRepository);
    const held = unit.of(HeldRepository);
    const waiting = await held.listDue(addressee, nowMs);
    const told = await holdWhileQuiet(unit, addressee, waiting, nowMs);
    if (told.length === 0) return;
    const due = told.map(({ deliveryId }) => deliveryId);
    // What was held comes together and at once, however little or much has come before.
    const pace: Pace = told.some(({ wasHeld }) => wasHeld)
      ? { kind: 'together' }
      : paceOf(due.length, await messages.countSince(addressee, nowMs - PACE_MS), nowMs);
    if (pace.kind === 'later') return held.postpone(addressee, nowMs, pace.untilMs);
    for (const some of pace.kind === 'together' ? [due] : due.map((deliveryId) => [deliveryId])) {
      const messageId = this.#newId();
      await messages.insert(addressee, { messageId, size: some.length, nowMs });
      await deliveries.take(some, messageId);
    }
  }

  /** Takes what is to be sent now; from here on a message is known to be on its way, whatever ends the portal. */
  async #claim(): Promise<AlertMessage[]> {
    const { clock, kind, work } = this.#options;
    const room = (this.#failures > 0 ? 1 : AT_A_TIME) - this.#underWay.size;
    if (room <= 0 || clock.now() < this.#restsUntilMs) return [];
    return work.run(portalActor, async (unit) => {
      const messages = unit.of(AlertMessageRepository);
      const due = await messages.listDue(kind, clock.now(), AT_A_TIME * 4);
      const busy = new Set(this.#underWay.keys());
      const taken: AlertMessage[] = [];
      for (const message of due) {
        if (taken.length === room || busy.has(message.recipient)) continue;
        busy.add(message.recipient);
        const attempts = message.attempts + 1;
        await messages.update(message.messageId, { state: 'sending', attempts });
        taken.push({ ...message, attempts });
      }
      return taken;
    });
  }

  async #send(message: AlertMessage): Promise<void> {
    const { deliveries, channel, work, clock } = this.#options;
    const items = await deliveries.listOfMessage(message.messageId);
    const answered = await this.#options.answered(message, items);
    const { told, dropped: refused } = await channel.screen(
      message,
      items.filter((item) => !answered.has(item)),
    );
    const quietMs = await messageQuietUntil(this.#options.quiet, message, told, clock.now());
    if (quietMs !== undefined) return this.#putBack(message, quietMs);
    const dropped = [...[...answered].map((item) => ({ item, reason: ANSWERED })), ...refused];
    const sending: Sending | undefined =
      told.length === 0 ? undefined : await withinAMinute(channel.send(message, told));
    if (this.#isClosed) return;
    this.#heed(sending);
    await work.run(portalActor, async (unit) => {
      const within = unit.of(AlertDeliveryRepository);
      for (const [reason, some] of Map.groupBy(dropped, (one) => one.reason)) {
        await within.drop(
          some.map(({ item }) => item.deliveryId),
          reason,
        );
      }
      const messages = unit.of(AlertMessageRepository);
      if (!sending) {
        const detail = dropped[0]?.reason ?? 'There is nothing left to tell.';
        return messages.update(message.messageId, { state: 'dropped', detail });
      }
      const address = sending.address === undefined ? {} : { address: sending.address };
      if (sending.kind === 'sent') {
        await messages.update(message.messageId, { state: 'sent', sentMs: clock.now(), detail: '', ...address });
        return within.settleMessage(message.messageId, 'sent', '');
      }
      const { detail } = sending;
      const nextMs =
        sending.kind === 'again' ? nextAttempt(message.attempts, message.createdMs, clock.now()) : undefined;
      if (nextMs !== undefined) {
        return messages.update(message.messageId, { state: 'waiting', nextMs, detail, ...address });
      }
      await messages.update(message.messageId, { state: 'failed', detail, ...address });
      return within.settleMessage(message.messageId, 'failed', detail);
    });
  }

  /** It became quiet while the message waited, for the mail server or for its turn. */
  async #putBack({ messageId, attempts }: AlertMessage, untilMs: number): Promise<void> {
    if (this.#isClosed) return;
    await this.#options.work.run(portalActor, async (unit) => {
      const back = { state: 'waiting' as const, attempts: attempts - 1, nextMs: untilMs };
      await unit.of(AlertMessageRepository).update(messageId, back);
      await unit.of(HeldRepository).holdMessage(messageId, untilMs);
    });
  }

  /** Rests while the other side is down: a thousand messages do not each wait for it. */
  #heed(sending: Sending | undefined): void {
    if (!sending) return;
    const isDown = sending.kind === 'again' && sending.isDown;
    if (isDown) {
      if (this.#failures === 0) this.#options.log.warn({ detail: sending.detail }, 'alerts cannot be sent');
      const restMs = Math.min(FIRST_REST_MS * 2 ** this.#failures, LONGEST_REST_MS);
      this.#failures++;
      this.#restsUntilMs = this.#options.clock.now() + restMs;
    } else {
      if (this.#failures > 0) this.#options.log.info('alerts can be sent again');
      this.#failures = 0;
      this.#restsUntilMs = 0;
    }
  }
}
