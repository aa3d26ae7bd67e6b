import { randomUUID } from 'node:crypto';
import type { alerts } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { OtherSide } from '#mail/try-again.ts';
import { pause } from '#pause.ts';
import { type AlertChannel, type Sending, withinAMinute } from './alert-channel.ts';
import { type Addressee, AlertDeliveryRepository, type AlertItem } from './alert-delivery-repository.ts';
import { type AlertMessage, AlertMessageRepository } from './alert-message-repository.ts';
import { PACE_MS, type Pace, paceOf, urgentPaceOf } from './alert-pace.ts';
import { putBack, settleMessage } from './alert-settling.ts';
import { ANSWERED } from './escalation/alert-climbs.ts';
import { type DueDelivery, HeldRepository } from './quiet/held-repository.ts';
import { breaksThrough, holdWhileQuiet, messageQuietUntil } from './quiet/quiet-gate.ts';
import { QuietHoursRepository } from './quiet/quiet-hours-repository.ts';

export interface AlertSenderOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  deliveries: AlertDeliveryRepository;
  messages: AlertMessageRepository;
  quiet: QuietHoursRepository;
  channel: AlertChannel;
  kind: alerts.AlertChannel;
  /** What need not be told to somebody any more, because it was answered since. */
  answered: (addressee: Addressee, items: readonly AlertItem[]) => Promise<ReadonlySet<AlertItem>>;
  clock: Clock;
  log: Log;
  /** There are more recipients than were looked at in one turn. */
  onMore: () => void;
  newId?: () => string;
}

/** Writes down how it went with a message. */
type Settle = (unit: Work) => Promise<void>;

interface Ended {
  readonly message: AlertMessage;
  readonly settle: Settle;
  readonly settled: () => void;
}

const AT_A_TIME = 8;
/** A stop waits for so long. */
const LEFT_AFTER_MS = 3_000;
const RECIPIENTS_AT_ONCE = 50;
const NOT_MADE = 'The portal could not make the message.';

/** Makes messages out of what waits for people, and hands them over by one channel, a few at a time. */
export class AlertSender {
  readonly #options: AlertSenderOptions;
  readonly #newId: () => string;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #side: OtherSide;
  /** What is to be written down. */
  #ended: Ended[] = [];
  #steps: Promise<void> = Promise.resolve();
  #isClosing = false;
  #isClosed = false;

  constructor(options: AlertSenderOptions) {
    this.#options = options;
    this.#newId = options.newId ?? randomUUID;
    this.#side = new OtherSide(options.clock, options.log, 'alerts');
  }

  /** Sends what is due, as far as there is room. Resolves when it is on its way. */
  async turn(): Promise<void> {
    await this.#compose();
    await this.#goOn(true);
  }

  /** Waits a little for what is on its way; how it goes with the rest is not heard any more. */
  async close(): Promise<void> {
    this.#isClosing = true;
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
    if (waiting.length === RECIPIENTS_AT_ONCE) this.#options.onMore();
  }

  async #composeFor(unit: Work, addressee: Addressee): Promise<void> {
    const nowMs = this.#options.clock.now();
    const messages = unit.of(AlertMessageRepository);
    const deliveries = unit.of(AlertDeliveryRepository);
    const held = unit.of(HeldRepository);
    const waiting = await held.listDue(addressee, nowMs);
    const told = await holdWhileQuiet(unit, addressee, waiting, nowMs);
    if (told.length === 0) return;
    const since = await messages.countSince(addressee, nowMs - PACE_MS);
    const breaks = await breaksThrough(unit.of(QuietHoursRepository), addressee);
    const [urgent, usual] = [true, false].map((isUrgent) =>
      told.filter(({ wasHeld, severity }) => (!wasHeld && breaks(severity)) === isUrgent),
    ) as [DueDelivery[], DueDelivery[]];
    const urgentPace = urgentPaceOf(urgent.length, since, nowMs);
    const alone = urgentPace.kind === 'each' ? urgent.length : 0;
    const oldestMs = Math.min(...usual.map(({ createdMs }) => createdMs));
    // What was held comes together and at once, however little or much has come before.
    const usualPace: Pace = usual.some(({ wasHeld }) => wasHeld)
      ? { kind: 'together' }
      : paceOf({ waiting: usual.length, oldestMs }, { ...since, count: since.count + alone }, nowMs);
    const tell = async (some: readonly DueDelivery[], pace: Pace) => {
      const idsOf = (due: readonly DueDelivery[]) => due.map(({ deliveryId }) => deliveryId);
      if (some.length === 0) return;
      if (pace.kind === 'later') return held.postpone(idsOf(some), pace.untilMs);
      for (const one of pace.kind === 'together' ? [some] : some.map((due) => [due])) {
        const messageId = this.#newId();
        const severity = one.reduce((worst, due) => Math.max(worst, due.severity), 0);
        await messages.insert(addressee, { messageId, size: one.length, severity, nowMs });
        await deliveries.take(idsOf(one), messageId);
      }
    };
    // Both at once, where both come together.
    if (urgentPace.kind === 'together' && usualPace.kind === 'together') return tell(told, usualPace);
    await tell(urgent, urgentPace);
    await tell(usual, usualPace);
  }

  /**
   * What has come to an end is written down and what goes next is taken in one unit, however much it is; from here on a message is
   * known to be on its way, whatever ends the portal. One after the other, so that what ends meanwhile comes together.
   * @param isLooking looks for what is due though nothing has come to an end
   */
  #goOn(isLooking: boolean): Promise<void> {
    const step = this.#steps.then(() => this.#step(isLooking));
    this.#steps = step.catch(() => undefined);
    return step;
  }

  async #step(isLooking: boolean): Promise<void> {
    const { clock, kind, work, messages } = this.#options;
    const ended = this.#ended;
    if (this.#isClosed || (ended.length === 0 && !isLooking)) return;
    const busy = new Set(this.#underWay.keys());
    for (const { message } of ended) busy.delete(message.recipient);
    const mayTake = !this.#isClosing && !this.#side.isResting;
    const room = mayTake ? (this.#side.isDown ? 1 : AT_A_TIME) - busy.size : 0;
    // Looking costs no transaction of its own: most of the time there is nothing.
    if (
      ended.length === 0 &&
      (room <= 0 || (await messages.listDue(kind, clock.now(), { limit: 1, busy })).length === 0)
    )
      return;
    this.#ended = [];
    let taken: AlertMessage[];
    try {
      taken = await work.run(portalActor, async (unit) => {
        for (const { settle } of ended) await settle(unit);
        return room > 0 ? this.#take(unit, room, busy) : [];
      });
    } catch (error) {
      this.#ended = [...ended, ...this.#ended];
      throw error;
    }
    for (const { message, settled } of ended) {
      this.#underWay.delete(message.recipient);
      settled();
    }
    for (const message of taken) this.#begin(message);
  }

  async #take(unit: Work, room: number, busyBefore: ReadonlySet<string>): Promise<AlertMessage[]> {
    const { clock, kind } = this.#options;
    const messages = unit.of(AlertMessageRepository);
    const busy = new Set(busyBefore);
    const due = await messages.listDue(kind, clock.now(), { limit: AT_A_TIME * 4, busy });
    const taken: AlertMessage[] = [];
    for (const message of due) {
      if (taken.length === room || busy.has(message.recipient)) continue;
      busy.add(message.recipient);
      const attempts = message.attempts + 1;
      await messages.update(message.messageId, { state: 'sending', attempts });
      taken.push({ ...message, attempts });
    }
    return taken;
  }

  #begin(message: AlertMessage): void {
    const { log, clock } = this.#options;
    const { promise, resolve: settled } = Promise.withResolvers<void>();
    this.#underWay.set(message.recipient, promise);
    const sending = this.#send(message).catch((error: unknown): Settle => {
      log.error({ err: error }, 'an alert could not be made');
      const again: Sending = { kind: 'again', detail: NOT_MADE, isDown: false };
      return (unit) => settleMessage(unit, message, { dropped: [], sending: again }, clock.now());
    });
    void sending
      .then((settle) => {
        this.#ended.push({ message, settle, settled });
        return this.#goOn(false);
      })
      .catch((error: unknown) =>
        log.error({ err: error }, 'alerts could not be settled; they are, as soon as they can'),
      );
  }

  /** @returns what is to be written down of it */
  async #send(message: AlertMessage): Promise<Settle> {
    const { deliveries, channel, clock } = this.#options;
    const items = await deliveries.listOfMessage(message.messageId);
    const answered = await this.#options.answered(message, items);
    const { told, dropped: refused } = await channel.screen(
      message,
      items.filter((item) => !answered.has(item)),
    );
    const quietMs = await messageQuietUntil(this.#options.quiet, message, told, clock.now());
    if (quietMs !== undefined) return (unit) => putBack(unit, message, quietMs);
    const dropped = [...[...answered].map((item) => ({ item, reason: ANSWERED })), ...refused];
    const sending: Sending | undefined =
      told.length === 0 ? undefined : await withinAMinute(channel.send(message, told));
    if (!this.#isClosed) this.#heed(sending);
    const endedMs = clock.now();
    return (unit) => settleMessage(unit, message, { dropped, sending }, endedMs);
  }

  #heed(sending: Sending | undefined): void {
    // What was not tried says nothing.
    if (!sending || sending.kind === 'later') return;
    if (sending.kind === 'again' && sending.isDown) this.#side.failed(sending.detail);
    else this.#side.answered();
  }
}
