import type { AssetDefinitionId, AssetGroupId, ProvisionKeyId, provisioning } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, notFound } from '#http/errors.ts';
import { hashToken, randomToken } from '#random-token.ts';
import { type NamedProvisionKey, type ProvisionKeyRecord, ProvisionKeyRepository } from './provision-key-repository.ts';

export interface NewProvisionKey {
  name: string;
  assetDefinitionId: AssetDefinitionId;
  assetGroupId: AssetGroupId | null;
  expires: string | null;
  maxAssets: number | null;
}

export interface ProvisionKeyServiceOptions {
  work: UnitOfWork;
  keys: ProvisionKeyRepository;
  definitionExists: (work: Work, assetDefinitionId: AssetDefinitionId) => Promise<boolean>;
  clock: Clock;
}

/** Keys with which devices make themselves assets; each acts within the admin unit of who made it. */
export class ProvisionKeyService {
  readonly #options: ProvisionKeyServiceOptions;

  constructor(options: ProvisionKeyServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller): Promise<provisioning.ProvisionKey[]> {
    const all = await this.#options.keys.list();
    return all.filter((key) => isInUnit(caller, key)).map(toWire);
  }

  /** @returns with its secret, which is stored as a hash and cannot be told again */
  async create(caller: Caller, input: NewProvisionKey): Promise<provisioning.ProvisionKey & { deviceSecret: string }> {
    const { work, clock, definitionExists } = this.#options;
    const { name, assetDefinitionId, assetGroupId, maxAssets } = input;
    const expiresMs = input.expires === null ? null : Date.parse(input.expires);
    const createdMs = clock.now();
    if (expiresMs !== null && expiresMs <= createdMs) throw badRequest('expires must be in the future.');
    const deviceSecret = randomToken();
    const { adminId } = caller;
    const made = await work.run(caller, async (unit) => {
      const keys = unit.of(ProvisionKeyRepository);
      if (!(await definitionExists(unit, assetDefinitionId))) throw notFound('The asset definition');
      if (assetGroupId !== null && (await keys.unitOfGroup(assetGroupId)) !== adminId)
        throw notFound('The asset group');
      const stored = { deviceKey: randomToken(), secretHash: hashToken(deviceSecret), expiresMs, createdMs };
      const key = await keys.insert({ name, adminId, assetDefinitionId, assetGroupId, maxAssets, ...stored });
      unit.note({ kind: 'provisioning', what: 'key created', after: describe(key) });
      return keys.getNamed(key.provisionKeyId);
    });
    return { ...toWire(made), deviceSecret };
  }

  async delete(caller: Caller, provisionKeyId: ProvisionKeyId): Promise<void> {
    await this.#options.work.run(caller, async (unit) => {
      const keys = unit.of(ProvisionKeyRepository);
      const key = await keys.find(provisionKeyId);
      if (!key || !isInUnit(caller, key)) throw notFound('The provisioning key');
      await keys.delete(provisionKeyId);
      unit.note({ kind: 'provisioning', what: 'key ended', before: describe(key) });
    });
  }
}

function isInUnit(caller: Caller, key: ProvisionKeyRecord): boolean {
  return caller.visibility.everything || caller.adminId === key.adminId;
}

function describe({
  provisionKeyId,
  name,
  assetDefinitionId,
  assetGroupId,
  maxAssets,
  madeAssets,
}: ProvisionKeyRecord) {
  return { provisionKeyId, name, assetDefinitionId, assetGroupId, maxAssets, madeAssets };
}

function toWire({ secretHash: _secretHash, ...key }: NamedProvisionKey): provisioning.ProvisionKey {
  const { expiresMs, createdMs, ...fields } = key;
  const expires = expiresMs === null ? null : new Date(expiresMs).toISOString();
  return { ...fields, expires, created: new Date(createdMs).toISOString() };
}
