import { alerts, type UserId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import type { AlertChannel } from '#features/alerts/alert-channel.ts';
import { type Addressee, AlertDeliveryRepository, type AlertItem } from '#features/alerts/alert-delivery-repository.ts';
import { AlertHistoryRepository } from '#features/alerts/alert-history-repository.ts';
import { AlertMessageRepository } from '#features/alerts/alert-message-repository.ts';
import { AlertPost } from '#features/alerts/alert-post.ts';
import { AlertRecipientRepository, type Recipient } from '#features/alerts/alert-recipient-repository.ts';
import { mayAnswer } from '#features/alerts/alert-rights.ts';
import { alertRoutes } from '#features/alerts/alert-routes.ts';
import { AlertSender } from '#features/alerts/alert-sender.ts';
import { AlertSourceRepository } from '#features/alerts/alert-source-repository.ts';
import { AlertSpread } from '#features/alerts/alert-spread.ts';
import { AlertWayRepository } from '#features/alerts/alert-way-repository.ts';
import { AlertWayService } from '#features/alerts/alert-way-service.ts';
import { AnswerLinks } from '#features/alerts/answers/answer-link.ts';
import { AnswerRepository } from '#features/alerts/answers/answer-repository.ts';
import { AnswerService } from '#features/alerts/answers/answer-service.ts';
import { CoverageRepository } from '#features/alerts/coverage/coverage-repository.ts';
import { coverageRoutes } from '#features/alerts/coverage/coverage-routes.ts';
import { CoverageService } from '#features/alerts/coverage/coverage-service.ts';
import { AlertClimbs, answeredSince } from '#features/alerts/escalation/alert-climbs.ts';
import { EscalationRepository } from '#features/alerts/escalation/escalation-repository.ts';
import { EscalationService } from '#features/alerts/escalation/escalation-service.ts';
import { mailChannel } from '#features/alerts/mail-channel.ts';
import { RotaRepository } from '#features/alerts/oncall/rota-repository.ts';
import { rotaRoutes } from '#features/alerts/oncall/rota-routes.ts';
import { RotaService } from '#features/alerts/oncall/rota-service.ts';
import { BrowserRepository } from '#features/alerts/push/browser-repository.ts';
import { BrowserService } from '#features/alerts/push/browser-service.ts';
import { pushChannel } from '#features/alerts/push/push-channel.ts';
import { vapidKeysOf } from '#features/alerts/push/vapid-keys.ts';
import { HeldRepository } from '#features/alerts/quiet/held-repository.ts';
import { QuietHoursRepository } from '#features/alerts/quiet/quiet-hours-repository.ts';
import { quietRoutes } from '#features/alerts/quiet/quiet-routes.ts';
import { QuietService } from '#features/alerts/quiet/quiet-service.ts';
import { AlertReaders } from '#features/alerts/readers/alert-readers.ts';
import { textChannel } from '#features/alerts/text-channel.ts';
import { webhookChannel } from '#features/alerts/webhook-channel.ts';
import { mailTargetOf } from '#features/auth/address-change/mail-target.ts';
import { Step } from '#features/ownership/ownership-changes.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import { portalActor } from '#journal/journal.ts';
import { startDutyJob } from '../jobs/duty-job.ts';
import { type OutgoingRequest, postTo } from '../outgoing/outgoing-call.ts';
import { patientPost } from '../outgoing/patient-post.ts';
import { reachable } from '../outgoing/reachable.ts';
import type { Alarms } from './alarms.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';

const SWEEP_MS = 3_600_000;
/** What was told, and to whom, is kept for so long. */
const KEPT_MS = 90 * 24 * 3_600_000;

/** Telling people of alarms. Begins once `alertPost.start()` was called. */
export interface Alerts {
  readonly alertPost: AlertPost;
  readonly alertRoutes: readonly Route[];
}

export async function openAlerts(
  { db, work, clock, log, mailer, publicAddress, config, closing, news, cluster, limits, secretBox }: Foundation,
  { access, ownership, sessions }: Identity,
  { whenWritten, alarmActs, alarmNow, firstOuts }: Alarms,
): Promise<Alerts> {
  const deliveries = new AlertDeliveryRepository(db);
  const recipients = new AlertRecipientRepository(db);
  await work.run(portalActor, (unit) => unit.of(AlertMessageRepository).takeUp(clock.now()));
  const spread = new AlertSpread(work, new AlertSourceRepository(db), clock);
  const rightsOf = (userId: UserId) => access.accessOf(userId);
  const recipient = (userId: UserId) => recipients.find(userId);
  const readers = new AlertReaders({
    recipient,
    firstOutsOf: async (userId, raisedMs) => {
      const rights = await rightsOf(userId);
      return rights ? firstOuts({ ...rights, authId: 'alerts', proof: 'token' }, raisedMs) : [];
    },
  });
  const readerOf = (user: Recipient, items: readonly AlertItem[]) => readers.of(user, items);
  const portalUrl = () => publicAddress.url;
  const isReachable = reachable(config.alertNetworks);
  const ways = new AlertWayRepository(db);
  const calls = {
    ways,
    post: patientPost((request: OutgoingRequest) => postTo(request, isReachable), clock),
    unseal: (sealed: string, owner: string) => secretBox.unseal(sealed, owner),
    portalUrl,
  };
  const vapidKeys = vapidKeysOf(secretBox);
  const browserRecords = new BrowserRepository(db);
  const browsers = new BrowserService({
    work,
    repository: browserRecords,
    box: secretBox,
    isReachable,
    publicKey: vapidKeys.publicKey,
    clock,
  });
  closing.defer(browsers.follow(sessions, log));
  const links = new AnswerLinks(secretBox, portalUrl);
  const answerUrl = async (messageId: string, userId: UserId, items: readonly AlertItem[]) =>
    (await mayAnswer(rightsOf, userId, items)) ? links.addressOf(messageId, userId) : undefined;
  const channels: Record<alerts.AlertChannel, AlertChannel> = {
    mail: mailChannel({ mailer, recipient, addressOf: mailTargetOf, rightsOf, portalUrl, answerUrl, readerOf }),
    push: pushChannel({
      ...calls,
      work,
      browsers: browserRecords,
      vapidKeys,
      rightsOf,
      readerOf: (userId, items) => readers.ofUser(userId, items),
      clock,
    }),
    text: textChannel({ ...calls, recipient, rightsOf, readerOf }),
    webhook: webhookChannel({ ...calls, clock }),
  };
  const escalations = new EscalationRepository(db);
  const climbs = new AlertClimbs(work, escalations, clock);
  const answered = (to: Addressee, items: readonly AlertItem[]) =>
    answeredSince({ climbs: escalations, deliveries }, to, items);
  const quiet = new QuietHoursRepository(db);
  const messages = new AlertMessageRepository(db);
  const onMore = () => alertPost.wake();
  const senders = alerts.alertChannelSchema.options.map(
    (kind) =>
      new AlertSender({
        ...{ work, deliveries, messages, quiet, answered, clock, log, onMore },
        ...{ channel: channels[kind], kind },
      }),
  );
  const sources = [() => spread.spreadSome(), () => climbs.climbSome()];
  const alertPost: AlertPost = new AlertPost({ sources, senders, log, mayTell: () => cluster?.duty.isMine ?? true });
  whenWritten(() => alertPost.wake());
  const sweep = startDutyJob({ cluster, log }, 'forget old alerts', SWEEP_MS, () =>
    work.run(portalActor, (unit) => unit.of(AlertDeliveryRepository).deleteBefore(clock.now() - KEPT_MS)),
  );
  closing.defer(async () => {
    await sweep.stop();
    await alertPost.close();
  });
  const { rules, sources: records } = ownership;
  const requireGroupOf = (kind: 'user' | 'asset') => async (unit: Work, caller: Caller, groupId: number) => {
    const step = new Step(unit);
    const group = await rules.requireGroup(caller, kind, groupId, step);
    await rules.refuseGroupAbove(caller, kind, groupId, step);
    return group;
  };
  const scope = {
    work,
    unitsInSight: (caller: Caller) => rules.unitsInSight(caller, records),
    requireGroup: requireGroupOf('user'),
    requireAssetGroup: requireGroupOf('asset'),
  };
  const history = new AlertHistoryRepository(db);
  const services = {
    browsers,
    ways: new AlertWayService({ ...scope, history, ways, box: secretBox, clock }),
    escalations: new EscalationService({ ...scope, repository: escalations }),
    answers: new AnswerService({
      work,
      repository: new AnswerRepository(db),
      links,
      rightsOf,
      alarmNow,
      acknowledge: (caller, told, note) =>
        alarmActs.act(caller, {
          act: 'acknowledge',
          note,
          alarms: told.map(({ assetId, alarmDefinitionId, occurrenceMs }) => {
            return { assetId, alarmDefinitionId, raised: new Date(occurrenceMs).toISOString(), isShelved: false };
          }),
        }),
      clock,
      limits,
    }),
  };
  const held = new HeldRepository(db);
  const quietService = new QuietService({
    work,
    quiet,
    held,
    clock,
    onChanged: (unit) => unit.tell(news.settings, { setting: 'quiet hours' }),
  });
  news.settings.subscribe(({ setting }) => setting === 'quiet hours' && alertPost.wake());
  const rotaService = new RotaService({ ...scope, rotas: new RotaRepository(db), clock });
  const coverage = new CoverageService({
    ...{ recipients, browsers: browserRecords, ways, escalations, quiet, history, clock },
    repository: new CoverageRepository(db),
    rotas: new RotaRepository(db),
    unitsInSight: scope.unitsInSight,
    addressOf: mailTargetOf,
  });
  const times = [...quietRoutes(quietService), ...rotaRoutes(rotaService), ...coverageRoutes(coverage)];
  return { alertPost, alertRoutes: [...alertRoutes(services), ...times] };
}
