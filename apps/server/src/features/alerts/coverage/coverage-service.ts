import {
  type AssetId,
  type alertCoverage,
  type alerts,
  alertCoverage as coverageCalls,
  type EpochMs,
  type escalations,
  type UserId,
} from '@telltale/contract';
import { quietUntil } from '@telltale/domain';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import type { AlertHistoryRepository } from '../alert-history-repository.ts';
import type { AlertRecipientRepository } from '../alert-recipient-repository.ts';
import type { AlertWayRepository } from '../alert-way-repository.ts';
import { type EscalationRepository, keyOfSubscription, type Step } from '../escalation/escalation-repository.ts';
import { onCallOfGroups, type RotaRepository } from '../oncall/rota-repository.ts';
import type { BrowserRepository } from '../push/browser-repository.ts';
import type { PersonalQuiet, QuietHoursRepository } from '../quiet/quiet-hours-repository.ts';
import { Coverage, type HearingWorld, type SentMessage, type SubscriptionRow, type Ways } from './coverage.ts';
import type { CoverageRepository } from './coverage-repository.ts';
import { gapsIn } from './gaps.ts';

export interface CoverageServiceOptions {
  repository: CoverageRepository;
  recipients: AlertRecipientRepository;
  browsers: BrowserRepository;
  ways: AlertWayRepository;
  escalations: EscalationRepository;
  rotas: RotaRepository;
  quiet: QuietHoursRepository;
  history: AlertHistoryRepository;
  clock: Clock;
  /** The admin units whose users and groups the caller may know of. */
  unitsInSight: (caller: Caller) => Promise<ReadonlySet<number>>;
  /** Where mails of a user go; undefined: nowhere. */
  addressOf: (username: string, altEmail: string) => string | undefined;
}

interface PageQuery {
  search: string;
  limit: number;
  offset: number;
}

type StepOfGroup = Step & { name: string; adminId: number };

/** Everything that an answer is made of, as it was when it was asked. */
interface Picture {
  coverage: Coverage;
  inSight: ReadonlySet<number>;
  /** Those whose user group and asset group the caller may know of, by name. */
  subscriptions: readonly SubscriptionRow[];
  world: HearingWorld;
  stepsOf: (subscription: SubscriptionRow) => readonly StepOfGroup[];
  quiet: ReadonlyMap<number, PersonalQuiet>;
  onCall: ReadonlyMap<number, UserId>;
  nowMs: EpochMs;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Who is told what, how far that reaches, and what nobody is told of. */
export class CoverageService {
  readonly #options: CoverageServiceOptions;

  constructor(options: CoverageServiceOptions) {
    this.#options = options;
  }

  async listSubscriptions(caller: Caller, { search, limit, offset }: PageQuery) {
    const picture = await this.#look(caller);
    const { coverage } = picture;
    const isFound = finding(search);
    const found = picture.subscriptions.filter(
      ({ userGroupId, userGroupName, assetGroupName }) =>
        isFound(userGroupName) ||
        isFound(assetGroupName) ||
        coverage.membersOf(userGroupId).some((userId) => isFound(coverage.user(userId)?.username ?? '')),
    );
    const page = found.slice(offset, offset + limit);
    const messages = await this.#newestMessages(caller, picture);
    const last = await this.#describe(
      caller,
      picture,
      page.map((one) => coverage.lastOf(one, messages)),
    );
    return {
      total: found.length,
      subscriptions: page.map((one, index) => ({ ...describe(caller, picture, one), last: last[index] ?? null })),
    };
  }

  /** @throws HttpError 404 where there is no such subscription, or none that the caller may know of */
  async listPeople(
    caller: Caller,
    { userGroupId, assetGroupId }: Pick<SubscriptionRow, 'userGroupId' | 'assetGroupId'>,
    { search, limit, offset }: PageQuery,
  ) {
    const picture = await this.#look(caller);
    const subscription = picture.subscriptions.find(
      (one) => one.userGroupId === userGroupId && one.assetGroupId === assetGroupId,
    );
    if (!subscription) throw notFound('The subscription');
    const { coverage, inSight, nowMs } = picture;
    const isFound = finding(search);
    const people = coverage
      .membersOf(userGroupId)
      .flatMap((userId) => coverage.user(userId) ?? [])
      .filter(({ username, adminId }) => inSight.has(adminId) && isFound(username))
      .sort((a, b) => collator.compare(a.username, b.username));
    const page = people.slice(offset, offset + limit);
    const told = new Set(coverage.toldOf(subscription, picture.world));
    const assets = coverage.assetsOf(assetGroupId);
    const messages = (await this.#newestMessages(caller, picture)).filter(({ assetId }) => assets.has(assetId));
    const newest = new Map<UserId | null, SentMessage>();
    for (const message of messages) if (!newest.has(message.userId)) newest.set(message.userId, message);
    const last = await this.#describe(
      caller,
      picture,
      page.map(({ userId }) => newest.get(userId)),
    );
    return {
      total: people.length,
      people: page.map(({ userId, username }, index): alertCoverage.ToldPerson => {
        const ways = picture.world.waysOf(userId);
        const quiet = picture.quiet.get(userId);
        const untilMs = quiet && quietUntil(quiet, nowMs);
        return {
          userId,
          username,
          mail: ways?.mail ?? null,
          text: ways?.text ?? null,
          browsers: ways?.browsers ?? 0,
          hasQuietHours: (quiet?.spans.length ?? 0) > 0,
          quietUntil: untilMs === undefined ? null : new Date(untilMs).toISOString(),
          breaksThrough: quiet?.breaksThrough ?? null,
          isOnCall: picture.onCall.get(userGroupId) === userId,
          isOffDuty: !told.has(userId),
          silence: coverage.silenceOf(userId, ways, assets),
          last: last[index] ?? null,
        };
      }),
    };
  }

  async listGaps(caller: Caller, { kind, search, limit, offset }: PageQuery & { kind: alertCoverage.GapKind }) {
    const { coverage, inSight, subscriptions, world } = await this.#look(caller);
    const assets = coverage.records.assets.filter(({ assetId }) => caller.visibility.canSee(assetId));
    const gaps = gapsIn(coverage, { assets, subscriptions, world, inSight });
    const isFound = finding(search);
    const found = gaps[kind].filter((gap) => wordsOf(gap).some(isFound));
    const counts = Object.fromEntries(
      coverageCalls.gapKindSchema.options.map((one) => [one, gaps[one].length]),
    ) as Record<alertCoverage.GapKind, number>;
    return { counts, assets: assets.length, total: found.length, gaps: found.slice(offset, offset + limit) };
  }

  async #look(caller: Caller): Promise<Picture> {
    const { repository, escalations, ways, rotas, quiet, clock, unitsInSight } = this.#options;
    const inSight = await unitsInSight(caller);
    const coverage = new Coverage(await repository.read());
    const steps = await escalations.listSteps();
    const stepsOf = (one: SubscriptionRow) => steps.get(keyOfSubscription(one)) ?? [];
    const subscriptions = coverage.records.subscriptions
      .filter(({ adminIds }) => adminIds.every((adminId) => inSight.has(adminId)))
      .toSorted(
        (a, b) =>
          collator.compare(a.userGroupName, b.userGroupName) ||
          collator.compare(a.assetGroupName, b.assetGroupName) ||
          a.userGroupId - b.userGroupId ||
          a.assetGroupId - b.assetGroupId,
      );
    const groups = new Set<number>(
      coverage.records.subscriptions.flatMap((one) => [
        one.userGroupId,
        ...stepsOf(one).map(({ nextGroupId }) => nextGroupId),
      ]),
    );
    const userIds = [...new Set([...groups].flatMap((id) => coverage.membersOf(id)))];
    const waysOf = await this.#waysOf(userIds);
    const hooks = new Set((await ways.listWebhooks()).map(({ userGroupId }) => Number(userGroupId)));
    const nowMs = clock.now();
    const onCall = await onCallOfGroups(rotas, [...groups], nowMs);
    return {
      coverage,
      inSight,
      subscriptions,
      world: {
        waysOf: (userId) => waysOf.get(userId),
        hasWebhook: (userGroupId) => hooks.has(userGroupId),
        nextOf: (one) => stepsOf(one).map(({ nextGroupId, onCallOnly }) => ({ userGroupId: nextGroupId, onCallOnly })),
        onCallOf: (userGroupId) => onCall.get(userGroupId),
      },
      stepsOf,
      quiet: await quiet.list(userIds),
      onCall,
      nowMs,
    };
  }

  async #waysOf(userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, Ways>> {
    const { recipients, browsers, ways, addressOf } = this.#options;
    const sendsTexts = (await ways.findTextGateway()) !== undefined;
    const browsersOf = Map.groupBy(await browsers.listOfUsers(userIds), ({ userId }) => userId);
    return new Map(
      (await recipients.list(userIds)).map(({ userId, username, altEmail, phone, wantsMail, wantsText }) => [
        userId,
        {
          mail: wantsMail ? (addressOf(username, altEmail) ?? null) : null,
          wantsMail,
          text: wantsText && sendsTexts && phone !== '' ? phone : null,
          browsers: browsersOf.get(userId)?.length ?? 0,
        },
      ]),
    );
  }

  /** Of assets that the caller sees, to people and groups that they may know of. */
  async #newestMessages({ visibility }: Caller, { coverage, inSight }: Picture): Promise<readonly SentMessage[]> {
    const newest = await this.#options.repository.listNewestMessages(coverageCalls.MESSAGES_LOOKED_AT);
    return newest.filter(({ userId, assetId }) => {
      const unit = userId === null ? undefined : coverage.user(userId)?.adminId;
      return visibility.canSee(assetId) && (userId === null || (unit !== undefined && inSight.has(unit)));
    });
  }

  async #describe(
    { visibility }: Caller,
    { inSight }: Picture,
    messages: readonly (SentMessage | undefined)[],
  ): Promise<readonly (alerts.AlertDelivery | undefined)[]> {
    const ids = [...new Set(messages.flatMap((message) => message?.deliveryId ?? []))];
    const seen: { assetIds: readonly AssetId[] | undefined; adminIds: readonly number[] } = {
      // The assets of these were looked at before.
      assetIds: visibility.everything ? undefined : [...new Set(messages.flatMap((message) => message?.assetId ?? []))],
      adminIds: [...inSight],
    };
    const described = await this.#options.history.listOf(ids, seen);
    return messages.map((message) => message && described.get(message.deliveryId));
  }
}

function describe(
  { visibility }: Caller,
  { coverage, inSight, world, stepsOf, quiet, onCall }: Picture,
  subscription: SubscriptionRow,
): Omit<alertCoverage.AlertSubscription, 'last'> {
  const { adminIds: _, ...told } = subscription;
  const { userGroupId, assetGroupId } = subscription;
  const assets = coverage.assetsOf(assetGroupId);
  const members = coverage.membersOf(userGroupId);
  const ways = coverage.toldOf(subscription, world).map((userId) => world.waysOf(userId));
  const count = (is: (way: Ways) => boolean) => ways.filter((way) => way !== undefined && is(way)).length;
  const onCallUser = onCall.get(userGroupId);
  return {
    ...told,
    onCall: onCallUser === undefined ? null : (coverage.user(onCallUser)?.username ?? null),
    steps: stepsOf(subscription).map(
      ({ nextGroupId, name, adminId, minutes, onCallOnly }): escalations.EscalationStep => ({
        userGroupId: nextGroupId,
        userGroupName: inSight.has(adminId) ? name : null,
        minutes,
        onCallOnly,
      }),
    ),
    people: {
      total: members.length,
      mail: count(({ mail }) => mail !== null),
      push: count(({ browsers }) => browsers > 0),
      text: count(({ text }) => text !== null),
      quiet: members.filter((userId) => (quiet.get(userId)?.spans.length ?? 0) > 0).length,
      untold: members.filter((userId) => coverage.silenceOf(userId, world.waysOf(userId), assets).length > 0).length,
    },
    webhook: world.hasWebhook(userGroupId),
    assets: [...assets].filter((assetId) => visibility.canSee(assetId)).length,
  };
}

/** Whether a name has what is searched for, whatever its case. */
function finding(search: string): (name: string) => boolean {
  const wanted = search.trim().toLowerCase();
  return (name) => wanted === '' || name.toLowerCase().includes(wanted);
}

function wordsOf(gap: alertCoverage.AlertGap): string[] {
  if (gap.kind === 'asset') return [gap.assetAlias, gap.serialNumber, gap.assetDefinitionName];
  if (gap.kind === 'person') return [gap.username, ...gap.userGroups.map(({ userGroupName }) => userGroupName)];
  if (gap.kind === 'group') return [gap.userGroupName];
  return [gap.name, gap.assetDefinitionName];
}
