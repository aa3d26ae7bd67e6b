import type { UserId } from '@telltale/contract';
import { AlertDeliveryRepository } from '#features/alerts/alert-delivery-repository.ts';
import { AlertMessageRepository } from '#features/alerts/alert-message-repository.ts';
import { AlertPost } from '#features/alerts/alert-post.ts';
import { AlertRecipientRepository } from '#features/alerts/alert-recipient-repository.ts';
import { AlertSender } from '#features/alerts/alert-sender.ts';
import { AlertSourceRepository } from '#features/alerts/alert-source-repository.ts';
import { AlertSpread } from '#features/alerts/alert-spread.ts';
import { mailChannel } from '#features/alerts/mail-channel.ts';
import { mailTargetOf } from '#features/auth/address-change/mail-target.ts';
import { portalActor } from '#journal/journal.ts';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import type { Alarms } from './alarms.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';

const SWEEP_MS = 3_600_000;
/** What was told, and to whom, is kept for so long. */
const KEPT_MS = 90 * 24 * 3_600_000;

/** Telling people of alarms. Begins once `alertPost.start()` was called. */
export interface Alerts {
  readonly alertPost: AlertPost;
}

export async function openAlerts(
  { db, work, clock, log, mailer, publicAddress, closing }: Foundation,
  { access }: Identity,
  { whenWritten }: Alarms,
): Promise<Alerts> {
  const deliveries = new AlertDeliveryRepository(db);
  const recipients = new AlertRecipientRepository(db);
  await work.run(portalActor, (unit) => unit.of(AlertMessageRepository).takeUp(clock.now()));
  const spread = new AlertSpread(work, new AlertSourceRepository(db), clock);
  const rightsOf = (userId: UserId) => access.accessOf(userId);
  const channel = mailChannel({
    mailer,
    recipient: (userId) => recipients.find(userId),
    addressOf: mailTargetOf,
    rightsOf,
    portalUrl: () => publicAddress.url,
  });
  const onSettled = () => alertPost.wake();
  const senders = [new AlertSender({ work, deliveries, channel, kind: 'mail', clock, log, onSettled })];
  const alertPost: AlertPost = new AlertPost({ spreadSome: () => spread.spreadSome(), senders, log });
  whenWritten(() => alertPost.wake());
  const sweep = startPeriodicJob('forget old alerts', SWEEP_MS, log, () =>
    work.run(portalActor, (unit) => unit.of(AlertDeliveryRepository).deleteBefore(clock.now() - KEPT_MS)),
  );
  closing.defer(async () => {
    await sweep.stop();
    await alertPost.close();
  });
  return { alertPost };
}
