import type { ownership } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import type { OwnershipChanges } from './ownership-changes.ts';
import type { OwnershipRules } from './ownership-rules.ts';

const keyOf = ({ userGroupId, assetGroupId }: Pick<ownership.Alert, 'userGroupId' | 'assetGroupId'>) =>
  `${userGroupId} ${assetGroupId}`;

/** What user groups are told of asset groups. */
export class AlertAdministration {
  readonly #changes: OwnershipChanges;
  readonly #rules: OwnershipRules;

  constructor(changes: OwnershipChanges, rules: OwnershipRules) {
    this.#changes = changes;
    this.#rules = rules;
  }

  /** Level 0 removes a subscription. All or none. @returns what stands for the pairs that were named */
  async save(caller: Caller, alerts: readonly ownership.Alert[]): Promise<ownership.Alert[]> {
    for (const [index, { severityMin, severityMax }] of alerts.entries()) {
      if (severityMin <= severityMax) continue;
      const details = [{ field: `${index}.severityMin`, message: 'is above severityMax' }];
      throw badRequest(`The body field '${index}.severityMin' is not valid: it is above severityMax.`, details);
    }
    return this.#changes.run(caller, { takesAway: false }, async (step) => {
      const stored = new Map((await step.tables.listAlerts()).map((alert) => [keyOf(alert), alert]));
      for (const alert of alerts) {
        const { userGroupId, assetGroupId } = alert;
        const group = await this.#rules.requireGroup(caller, 'user', userGroupId, step);
        const about = await this.#rules.requireGroup(caller, 'asset', assetGroupId, step);
        await this.#rules.refuseGroupAbove(caller, 'user', userGroupId, step);
        await this.#rules.refuseAssetsOutOfSight(caller, [assetGroupId], step);
        const before = stored.get(keyOf(alert));
        const after = alert.severityMin === 0 ? undefined : alert;
        if (JSON.stringify(before) === JSON.stringify(after)) continue;
        if (after) await step.records.saveAlert(after);
        else await step.records.deleteAlert(alert);
        step.note(`alerts of ${about.name} for user group ${group.name} set`, before, after);
      }
      const named = new Set(alerts.map(keyOf));
      return (await step.tables.listAlerts()).filter((alert) => named.has(keyOf(alert)));
    });
  }
}
