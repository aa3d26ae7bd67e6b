import { type AdminId, type AssetId, assetIdSchema, type auth, permissionId, type UserId } from '@telltale/contract';
import { z } from 'zod';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { faultOfOwnAttribute } from './own-attribute-faults.ts';
import { ALT_EMAIL_KEY, type UserAttributeRecord, UserAttributeRepository } from './user-attribute-repository.ts';

const USERS_VIEW = permissionId('Users', 'View');
const MAX_ATTRIBUTES_PER_USER = 500;
const PHONE_KEY = nameKey('phone');
const MAX_PINNED_ASSETS = 1_000;

/** Users as this feature needs them; the access feature has them. */
export interface KnownUsers {
  find(userId: UserId): Promise<{ userId: UserId; username: string; adminId: AdminId } | undefined>;
}

/** Which admin units a caller may know of; the ownership feature says so. */
export interface UnitSight {
  isInSight(caller: Caller, adminId: AdminId): Promise<boolean>;
}

/** Alternative addresses, which count once they are confirmed; the auth feature has them. */
export interface AddressChanges {
  /** @throws HttpError 400 for what is no address, 429 after too many */
  admit(userId: UserId, address: string): void;
  ask(unit: Work, userId: UserId, address: string): Promise<void>;
}

interface Parts {
  work: UnitOfWork;
  users: KnownUsers;
  attributes: UserAttributeRepository;
  units: UnitSight;
  addresses: AddressChanges;
}

/** A user's own record and attributes. */
export class UserService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws HttpError 404 when there is no such user, or none the caller may know of */
  async get(caller: Caller, userId: UserId): Promise<auth.User> {
    const user = await this.find(userId);
    if (user && userId === caller.userId) return user;
    const isKnown = user && holds(caller, USERS_VIEW) && (await this.#parts.units.isInSight(caller, user.adminId));
    if (!isKnown) throw notFound('The user');
    return user;
  }

  /** The user with attributes, whoever asks (for the answer to a login). */
  async find(userId: UserId): Promise<auth.User | undefined> {
    const user = await this.#parts.users.find(userId);
    if (!user) return undefined;
    const { username, adminId } = user;
    return { userId, username, adminId, attributes: await this.#parts.attributes.list(userId) };
  }

  /** Saves attributes of the caller; naming another user is 404 and nothing is applied (spec 3 §13). */
  async saveOwn(caller: Caller, inputs: readonly UserAttributeRecord[]): Promise<UserAttributeRecord[]> {
    const { work, addresses } = this.#parts;
    const { userId } = caller;
    if (inputs.some((attribute) => attribute.userId !== userId)) throw notFound('The user');
    for (const input of inputs) {
      const { attributeName } = input;
      const fault = faultOfOwnAttribute(input);
      if (fault) throw badRequest(`The attribute ${attributeName} ${fault}.`, { field: attributeName });
    }
    // The last one counts, as it does for every attribute.
    const address = inputs.findLast((input) => nameKey(input.attributeName) === ALT_EMAIL_KEY)?.attributeValue;
    if (address !== undefined) addresses.admit(userId, address);
    return work.run(caller, async (unit) => {
      const attributes = unit.of(UserAttributeRepository);
      const kept = await attributes.list(userId);
      const names = new Set([...kept, ...inputs].map(({ attributeName }) => nameKey(attributeName)));
      if (names.size > MAX_ATTRIBUTES_PER_USER) throw conflict('There are too many attributes already.');
      await attributes.save(inputs.filter((input) => nameKey(input.attributeName) !== ALT_EMAIL_KEY));
      if (address !== undefined) await addresses.ask(unit, userId, address);
      const saved = await attributes.list(userId);
      const [before, after] = [phoneIn(kept), phoneIn(saved)];
      if (before !== after) {
        unit.note({ kind: 'access', what: 'phone changed', before: { phone: before }, after: { phone: after } });
      }
      return saved;
    });
  }

  /** @param list a JSON list of asset ids, in pin order; pins on assets that the caller cannot see are dropped */
  async savePins(caller: Caller, userId: UserId, list: string): Promise<UserAttributeRecord> {
    if (userId !== caller.userId) throw notFound('The user');
    const assetIds = readAssetIds(list).filter((assetId) => caller.visibility.canSee(assetId));
    const pins = { userId, attributeName: 'pinnedAssets', attributeValue: JSON.stringify(assetIds) };
    await this.#parts.work.run(caller, (unit) => unit.of(UserAttributeRepository).save([pins]));
    return pins;
  }
}

function phoneIn(attributes: readonly UserAttributeRecord[]): string {
  return attributes.find(({ attributeName }) => nameKey(attributeName) === PHONE_KEY)?.attributeValue ?? '';
}

const pinsSchema = z.array(assetIdSchema).max(MAX_PINNED_ASSETS);

function readAssetIds(list: string): AssetId[] {
  const wrong = badRequest('The pinned assets must be a JSON list of asset ids.');
  let json: unknown;
  try {
    json = JSON.parse(list);
  } catch {
    throw wrong;
  }
  const pins = pinsSchema.safeParse(json);
  if (!pins.success) throw wrong;
  return [...new Set(pins.data)];
}
