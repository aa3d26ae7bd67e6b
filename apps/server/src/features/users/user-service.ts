import { type AdminId, type AssetId, assetIdSchema, type auth, permissionId, type UserId } from '@telltale/contract';
import { z } from 'zod';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import { faultOfExtraLinks } from '#links.ts';
import { nameKey } from '#names.ts';
import type { UserAttributeRecord, UserAttributeRepository } from './user-attribute-repository.ts';

const USERS_VIEW = permissionId('Users', 'View');
const MAX_ATTRIBUTES_PER_USER = 500;
/** The user's own links in the navigation bar. */
const EXTRA_LINKS_KEY = nameKey('extraLinks');
const MAX_PINNED_ASSETS = 1_000;

/** Users as this feature needs them; the access feature has them. */
export interface KnownUsers {
  find(userId: UserId): Promise<{ userId: UserId; username: string; adminId: AdminId } | undefined>;
}

/** Which admin units a caller may know of; the ownership feature says so. */
export interface UnitSight {
  isInSight(caller: Caller, adminId: AdminId): Promise<boolean>;
}

/** A user's own record and attributes. */
export class UserService {
  readonly #users: KnownUsers;
  readonly #attributes: UserAttributeRepository;
  readonly #units: UnitSight;

  constructor(users: KnownUsers, attributes: UserAttributeRepository, units: UnitSight) {
    this.#users = users;
    this.#attributes = attributes;
    this.#units = units;
  }

  /** @throws HttpError 404 when there is no such user, or none the caller may know of */
  async get(caller: Caller, userId: UserId): Promise<auth.User> {
    const user = await this.load(userId);
    if (userId === caller.userId) return user;
    const isKnown = holds(caller, USERS_VIEW) && (await this.#units.isInSight(caller, user.adminId));
    if (!isKnown) throw notFound('The user');
    return user;
  }

  /** The user with attributes, whoever asks (for the answer to a login). */
  async load(userId: UserId): Promise<auth.User> {
    const user = await this.#users.find(userId);
    if (!user) throw notFound('The user');
    const { username, adminId } = user;
    return { userId, username, adminId, attributes: await this.#attributes.list(userId) };
  }

  /** Saves attributes of the caller; naming another user is 404 and nothing is applied (spec 3 §13). */
  async saveOwn(caller: Caller, attributes: readonly UserAttributeRecord[]): Promise<UserAttributeRecord[]> {
    if (attributes.some((attribute) => attribute.userId !== caller.userId)) throw notFound('The user');
    const names = new Set((await this.#attributes.list(caller.userId)).map((kept) => nameKey(kept.attributeName)));
    for (const { attributeName } of attributes) names.add(nameKey(attributeName));
    if (names.size > MAX_ATTRIBUTES_PER_USER) throw conflict('There are too many attributes already.');
    for (const { attributeName, attributeValue } of attributes) {
      if (attributeValue === '' || nameKey(attributeName) !== EXTRA_LINKS_KEY) continue;
      const fault = faultOfExtraLinks(attributeValue);
      if (fault) throw badRequest(`The attribute ${attributeName} ${fault}.`, { field: attributeName });
    }
    await this.#attributes.save(attributes);
    return this.#attributes.list(caller.userId);
  }

  /** @param list a JSON list of asset ids, in pin order; pins on assets that the caller cannot see are dropped */
  async savePins(caller: Caller, userId: UserId, list: string): Promise<UserAttributeRecord> {
    if (userId !== caller.userId) throw notFound('The user');
    const assetIds = readAssetIds(list).filter((assetId) => caller.visibility.canSee(assetId));
    const pins = { userId, attributeName: 'pinnedAssets', attributeValue: JSON.stringify(assetIds) };
    await this.#attributes.save([pins]);
    return pins;
  }
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
