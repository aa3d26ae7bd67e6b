import type { AssetId, alerts, UserGroupId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { forbidden, notFound } from '#http/errors.ts';
import type { SecretBox } from '#secret-box.ts';
import type { AlertHistoryRepository, DeliveryFilter } from './alert-history-repository.ts';
import { AlertWayRepository, type TextGatewayRecord, type WebhookRecord } from './alert-way-repository.ts';

export interface AlertWayServiceOptions {
  work: UnitOfWork;
  history: AlertHistoryRepository;
  ways: AlertWayRepository;
  box: Pick<SecretBox, 'seal'>;
  clock: Clock;
  /** The admin units whose users and groups the caller may know of. */
  unitsInSight: (caller: Caller) => Promise<ReadonlySet<number>>;
  /** @throws HttpError 404 for a group that the caller may not know of, 403 for one that may do or see more than they */
  requireGroup: (unit: Work, caller: Caller, userGroupId: UserGroupId) => Promise<{ name: string }>;
}

export const ownerOfSecret = (userGroupId: number) => `alert webhook of ${userGroupId}`;
export const OWNER_OF_AUTHORIZATION = 'alert text gateway';

type DeliveryQuery = Omit<DeliveryFilter, 'assetIds' | 'adminIds'> & { assetId?: AssetId | undefined };

/** What administrators see and set of how people are told. */
export class AlertWayService {
  readonly #options: AlertWayServiceOptions;

  constructor(options: AlertWayServiceOptions) {
    this.#options = options;
  }

  async listDeliveries(caller: Caller, query: DeliveryQuery & { limit: number; offset: number }) {
    const { assetId, limit, offset, ...filter } = query;
    const adminIds = [...(await this.#options.unitsInSight(caller))];
    const { visibility } = caller;
    if (assetId !== undefined && !visibility.canSee(assetId)) throw notFound('The asset');
    const assetIds = assetId === undefined ? visibility.assetIds && [...visibility.assetIds] : [assetId];
    return this.#options.history.list({ ...filter, assetIds, adminIds }, { limit, offset });
  }

  async listProblems(caller: Caller): Promise<alerts.AlertProblem[]> {
    return this.#options.history.listProblems([...(await this.#options.unitsInSight(caller))]);
  }

  async listWebhooks(caller: Caller): Promise<alerts.AlertWebhook[]> {
    const inSight = await this.#options.unitsInSight(caller);
    return (await this.#options.ways.listWebhooks()).filter(({ adminId }) => inSight.has(adminId)).map(replyOf);
  }

  async saveWebhook(
    caller: Caller,
    { userGroupId, url, secret }: { userGroupId: UserGroupId; url: string; secret: string },
  ): Promise<alerts.AlertWebhook> {
    const { work, box, clock, requireGroup } = this.#options;
    return work.run(caller, async (unit) => {
      const { name } = await requireGroup(unit, caller, userGroupId);
      const ways = unit.of(AlertWayRepository);
      const [before] = await ways.listWebhooks([userGroupId]);
      const sealedSecret = box.seal(secret, ownerOfSecret(userGroupId));
      await ways.saveWebhook({ userGroupId, url, sealedSecret }, clock.now());
      const after = { userGroupId, userGroupName: name, url };
      const old = before ? { before: replyOf(before) } : {};
      unit.note({ kind: 'access', what: `webhook of user group ${name} set`, ...old, after });
      return after;
    });
  }

  async deleteWebhook(caller: Caller, userGroupId: UserGroupId): Promise<void> {
    const { work, requireGroup } = this.#options;
    await work.run(caller, async (unit) => {
      const { name } = await requireGroup(unit, caller, userGroupId);
      const ways = unit.of(AlertWayRepository);
      const [before] = await ways.listWebhooks([userGroupId]);
      if (!before) throw notFound('The webhook');
      await ways.deleteWebhook(userGroupId);
      unit.note({ kind: 'access', what: `webhook of user group ${name} removed`, before: replyOf(before) });
    });
  }

  async textGateway(caller: Caller): Promise<alerts.TextGateway | null> {
    requireFirstUnit(caller);
    const gateway = await this.#options.ways.findTextGateway();
    return gateway ? gatewayReply(gateway) : null;
  }

  async saveTextGateway(
    caller: Caller,
    input: Omit<alerts.TextGateway, 'hasAuthorization'> & { authorization?: string | undefined },
  ): Promise<alerts.TextGateway> {
    requireFirstUnit(caller);
    const { work, box } = this.#options;
    return work.run(caller, async (unit) => {
      const ways = unit.of(AlertWayRepository);
      const before = await ways.findTextGateway();
      const { authorization, ...settings } = input;
      const sealed = authorization ? box.seal(authorization, OWNER_OF_AUTHORIZATION) : '';
      // Kept for the same address only: who may set another must not have the old secret sent there.
      const kept = before?.url === settings.url ? before.sealedAuthorization : '';
      const after = { ...settings, sealedAuthorization: authorization === undefined ? kept : sealed };
      await ways.saveTextGateway(after);
      const old = before ? { before: gatewayReply(before) } : {};
      unit.note({ kind: 'access', what: 'gateway for texts to phones set', ...old, after: gatewayReply(after) });
      return gatewayReply(after);
    });
  }

  async deleteTextGateway(caller: Caller): Promise<void> {
    requireFirstUnit(caller);
    const { work } = this.#options;
    await work.run(caller, async (unit) => {
      const ways = unit.of(AlertWayRepository);
      const before = await ways.findTextGateway();
      if (!before) throw notFound('The gateway');
      await ways.deleteTextGateway();
      unit.note({ kind: 'access', what: 'gateway for texts to phones removed', before: gatewayReply(before) });
    });
  }
}

const replyOf = ({ userGroupId, userGroupName, url }: WebhookRecord): alerts.AlertWebhook => ({
  userGroupId,
  userGroupName,
  url,
});

function gatewayReply({ url, contentType, body, sealedAuthorization }: TextGatewayRecord): alerts.TextGateway {
  return { url, contentType, body, hasAuthorization: sealedAuthorization !== '' };
}

/** It sends for users of all units. */
function requireFirstUnit(caller: Caller): void {
  if (!caller.visibility.everything) {
    throw forbidden('Only administrators of the first admin unit say what sends texts to phones.');
  }
}
