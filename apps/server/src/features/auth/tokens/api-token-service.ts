import type { TokenId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import type { Topic } from '#news/topic.ts';
import { hashToken, randomToken } from '#random-token.ts';
import type { AccessSource } from '../access-source.ts';
import { type ApiTokenRecord, ApiTokenRepository } from './api-token-repository.ts';

const MAX_TOKENS_PER_USER = 100;
const USE_NOTED_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export interface NewToken {
  name: string;
  permissionIds?: readonly number[] | undefined;
  expiresMs?: number | undefined;
}

/** API tokens for scripts: made and revoked by their owner, never wider than the owner (spec 3 §4). */
export class ApiTokenService {
  readonly #repository: ApiTokenRepository;
  readonly #access: AccessSource;
  readonly #work: UnitOfWork;
  readonly #clock: Clock;
  readonly #news: Topic<{ ended: true }>;
  /** Tokens that were used, by their hash, so that a request costs no query; forgotten when any token may have ended. */
  #remembered = new Map<string, ApiTokenRecord>();

  constructor(
    work: UnitOfWork,
    repository: ApiTokenRepository,
    access: AccessSource,
    clock: Clock,
    news: Topic<{ ended: true }>,
  ) {
    this.#work = work;
    this.#repository = repository;
    this.#access = access;
    this.#clock = clock;
    this.#news = news;
    news.subscribe(() => this.#forget());
    access.subscribe(() => this.#forget());
  }

  async list(caller: Caller): Promise<ApiTokenRecord[]> {
    return this.#repository.listOf(caller.userId);
  }

  /** @throws HttpError 400 for permissions that the caller does not hold, 409 when there are too many */
  async create(caller: Caller, input: NewToken): Promise<ApiTokenRecord & { token: string }> {
    const excess = input.permissionIds?.filter((id) => !holds(caller, id)) ?? [];
    if (excess.length > 0)
      throw badRequest('A token cannot hold a permission that its owner lacks.', { permissionIds: excess });
    const now = this.#clock.now();
    if (input.expiresMs !== undefined && input.expiresMs <= now)
      throw badRequest('The token would have expired already.');
    const token = randomToken();
    const record = await this.#work.run(caller, async (unit) => {
      const tokens = unit.of(ApiTokenRepository);
      const kept = await tokens.listOf(caller.userId);
      if (kept.length >= MAX_TOKENS_PER_USER) throw conflict('There are too many tokens already.');
      const made = await tokens.insert({
        tokenHash: hashToken(token),
        userId: caller.userId,
        name: input.name,
        permissionIds: input.permissionIds,
        createdMs: now,
        expiresMs: input.expiresMs,
      });
      const after = { tokenId: made.tokenId, name: made.name, permissionIds: made.permissionIds };
      unit.note({ kind: 'session', what: 'API token made', after });
      return made;
    });
    return { ...record, token };
  }

  async revoke(caller: Caller, tokenId: TokenId): Promise<void> {
    await this.#work.run(caller, async (unit) => {
      if (!(await unit.of(ApiTokenRepository).delete(tokenId, caller.userId))) throw notFound('The token');
      unit.note({ kind: 'session', what: 'API token revoked', before: { tokenId } });
      unit.tell(this.#news, { ended: true });
    });
  }

  /** The caller of a Bearer token: the owner, with no more than the token's permissions. */
  async callerForToken(token: string): Promise<Caller | undefined> {
    const record = await this.#find(hashToken(token));
    const now = this.#clock.now();
    if (!record || (record.expiresMs !== undefined && record.expiresMs <= now)) return undefined;
    const access = await this.#access.accessOf(record.userId);
    if (!access) return undefined;
    if (record.lastUsedMs === undefined || now - record.lastUsedMs > USE_NOTED_EVERY_MS) {
      record.lastUsedMs = now;
      await this.#repository.setLastUsed(record.tokenId, now);
    }
    const owner: Caller = { ...access, authId: `token:${record.name}`, proof: 'token' };
    if (record.permissionIds === undefined) return owner;
    return { ...owner, permissions: new Set(record.permissionIds.filter((id) => holds(owner, id))) };
  }

  async #find(tokenHash: string): Promise<ApiTokenRecord | undefined> {
    const known = this.#remembered.get(tokenHash);
    if (known) return known;
    const remembered = this.#remembered;
    const record = await this.#repository.findByHash(tokenHash);
    // Into the map of before the question: a token that ended meanwhile is in none that is asked again.
    if (record && remembered.size < MAX_REMEMBERED) remembered.set(tokenHash, record);
    return record;
  }

  #forget(): void {
    this.#remembered = new Map();
  }
}
