import { UNIT_SYSTEM_ATTRIBUTE, type UserId } from '@telltale/contract';
import { isTimeZone } from '@telltale/domain/format/time.ts';
import { DIMENSIONS } from '@telltale/domain/units/unit.ts';
import { UserUnits, unitAttribute, unitChoice } from '@telltale/domain/units/user-units.ts';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey } from '#names.ts';

/** How a user wants to be told. */
export interface Recipient {
  userId: UserId;
  username: string;
  /** Empty: there is none. */
  altEmail: string;
  phone: string;
  /** Mails come unless the user switched them off, texts to a phone only when switched on. */
  wantsMail: boolean;
  wantsText: boolean;
  /** IANA; UTC where none is chosen. */
  zone: string;
  /** Undefined: values as they are sent. */
  units: UserUnits | undefined;
}

const IDS_PER_STATEMENT = 1_000;
const UNIT_ATTRIBUTES = [UNIT_SYSTEM_ATTRIBUTE, ...DIMENSIONS.map(unitAttribute)].map(nameKey);
const ATTRIBUTES = ['altEmail', 'phone', 'emailAlerts', 'textAlerts', 'timeZone'].map(nameKey).concat(UNIT_ATTRIBUTES);
const ON = new Set(['true', '1', 'on', 'yes']);
const OFF = new Set(['false', '0', 'off', 'no']);

/** Users as far as they are told of things. */
export class AlertRecipientRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(userId: UserId): Promise<Recipient | undefined> {
    return (await this.list([userId]))[0];
  }

  async list(userIds: readonly number[]): Promise<Recipient[]> {
    const found: Recipient[] = [];
    for (let first = 0; first < userIds.length; first += IDS_PER_STATEMENT) {
      found.push(...(await this.#some(userIds.slice(first, first + IDS_PER_STATEMENT))));
    }
    return found;
  }

  async #some(userIds: readonly number[]): Promise<Recipient[]> {
    const users = await this.#db
      .selectFrom('users')
      .select(['user_id', 'username'])
      .where('user_id', 'in', userIds)
      .execute();
    const rows = await this.#db
      .selectFrom('user_attributes')
      .select(['user_id', 'attribute_key', 'attribute_value'])
      .where('user_id', 'in', userIds)
      .where('attribute_key', 'in', ATTRIBUTES)
      .execute();
    const values = new Map(rows.map((row) => [`${row.user_id} ${row.attribute_key}`, row.attribute_value.trim()]));
    return users.map(({ user_id, username }) => {
      const value = (name: string) => values.get(`${user_id} ${nameKey(name)}`) ?? '';
      const zone = value('timeZone');
      const chosen = UNIT_ATTRIBUTES.map((attributeName) => ({
        attributeName,
        attributeValue: value(attributeName),
      })).filter(({ attributeValue }) => attributeValue !== '');
      return {
        userId: user_id as UserId,
        username,
        altEmail: value('altEmail'),
        phone: value('phone'),
        wantsMail: !OFF.has(value('emailAlerts').toLowerCase()),
        wantsText: ON.has(value('textAlerts').toLowerCase()),
        zone: zone !== '' && isTimeZone(zone) ? zone : 'UTC',
        units: chosen.length === 0 ? undefined : new UserUnits(unitChoice(chosen)),
      };
    });
  }
}
