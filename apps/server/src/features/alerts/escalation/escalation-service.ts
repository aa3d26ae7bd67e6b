import type { AssetGroupId, escalations, UserGroupId } from '@telltale/contract';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict } from '#http/errors.ts';
import { EscalationRepository, keyOfSubscription, type Step, type SubscriptionKey } from './escalation-repository.ts';

export interface EscalationServiceOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  repository: EscalationRepository;
  /** The admin units whose users and groups the caller may know of. */
  unitsInSight: (caller: Caller) => Promise<ReadonlySet<number>>;
  /** @throws HttpError 404 for a group that the caller may not know of, 403 for one that may do or see more than they */
  requireGroup: (unit: Work, caller: Caller, userGroupId: UserGroupId) => Promise<{ name: string }>;
  /** @throws HttpError 404 for a group that the caller may not know of, 403 for one with assets that they do not see */
  requireAssetGroup: (unit: Work, caller: Caller, assetGroupId: AssetGroupId) => Promise<{ name: string }>;
}

interface SavedEscalation {
  userGroupId: UserGroupId;
  assetGroupId: AssetGroupId;
  onCallOnly: boolean;
  steps: readonly { userGroupId: UserGroupId; minutes: number; onCallOnly: boolean }[];
}

const NO_SUBSCRIPTION = 'This user group is told nothing of this asset group. Set what it is told first.';

/** Who is told next when nobody acknowledges, as administrators see and set it. */
export class EscalationService {
  readonly #options: EscalationServiceOptions;

  constructor(options: EscalationServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller): Promise<escalations.Escalation[]> {
    return this.#list(this.#options.repository, await this.#options.unitsInSight(caller));
  }

  async save(
    caller: Caller,
    { userGroupId, assetGroupId, onCallOnly, steps }: SavedEscalation,
  ): Promise<escalations.Escalation> {
    const { work, requireGroup, requireAssetGroup, unitsInSight } = this.#options;
    const inSight = await unitsInSight(caller);
    return work.run(caller, async (unit) => {
      const group = await requireGroup(unit, caller, userGroupId);
      const about = await requireAssetGroup(unit, caller, assetGroupId);
      const repository = unit.of(EscalationRepository);
      const before = (await repository.listSteps([userGroupId])).get(keyOfSubscription({ userGroupId, assetGroupId }));
      // A group that somebody else put there may stay, whether or not the caller may know of it.
      const kept = new Set((before ?? []).map(({ nextGroupId }) => nextGroupId));
      for (const step of steps) if (!kept.has(step.userGroupId)) await requireGroup(unit, caller, step.userGroupId);
      const subscription = await find(repository, { userGroupId, assetGroupId });
      if (!subscription) throw conflict(NO_SUBSCRIPTION);
      const chain = steps.map(({ userGroupId: nextGroupId, ...step }) => stepOf({ nextGroupId, ...step }));
      await repository.replaceSteps({ userGroupId, assetGroupId }, chain);
      await repository.setOnCallOnly({ userGroupId, assetGroupId }, onCallOnly);
      const old = { onCallOnly: subscription.onCallOnly, steps: before?.map(stepOf) ?? [] };
      const after = { onCallOnly, steps: chain };
      if (JSON.stringify(old) !== JSON.stringify(after)) {
        const what = `escalation of alerts of ${about.name} for user group ${group.name} set`;
        unit.note({ kind: 'access', what, before: old, after });
      }
      const all = await this.#list(repository, inSight);
      const saved = all.find((one) => one.userGroupId === userGroupId && one.assetGroupId === assetGroupId);
      if (!saved) throw conflict(NO_SUBSCRIPTION);
      return saved;
    });
  }

  async #list(repository: EscalationRepository, inSight: ReadonlySet<number>): Promise<escalations.Escalation[]> {
    const steps = await repository.listSteps();
    const subscriptions = (await repository.listSubscriptions()).filter(({ adminIds }) =>
      adminIds.every((adminId) => inSight.has(adminId)),
    );
    return subscriptions.map(({ adminIds: _, ...subscription }) => ({
      ...subscription,
      steps: (steps.get(keyOfSubscription(subscription)) ?? []).map(({ name, adminId, ...step }) => ({
        userGroupId: step.nextGroupId,
        userGroupName: inSight.has(adminId) ? name : null,
        minutes: step.minutes,
        onCallOnly: step.onCallOnly,
      })),
    }));
  }
}

const stepOf = ({ nextGroupId, minutes, onCallOnly }: Omit<Step, 'position'>) => ({ nextGroupId, minutes, onCallOnly });

async function find(repository: EscalationRepository, key: SubscriptionKey) {
  return (await repository.listSubscriptions()).find((one) => keyOfSubscription(one) === keyOfSubscription(key));
}
