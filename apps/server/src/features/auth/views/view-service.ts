import { ADMIN_MODIFY, type UserId, type View, views } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, HttpError, notFound } from '#http/errors.ts';
import { actorOf } from '#journal/journal.ts';
import type { Topic } from '#news/topic.ts';
import { hashToken, randomToken } from '#random-token.ts';
import type { AccessChange, AccessSource } from '../access-source.ts';
import { viewTokenOf } from '../broker-tokens.ts';
import type { SessionChange } from '../session-change.ts';
import { callerAs, callerOfNothing } from './caller-as.ts';
import { type OpenView, OpenViews } from './open-views.ts';

interface Parts {
  access: AccessSource;
  sessions: Topic<SessionChange>;
  news: Topic<ViewChange>;
  work: UnitOfWork;
  clock: Clock;
  log: Log;
  /** @throws HttpError 404 for who is not in sight, 403 for who may do or see more */
  requireSubject: (caller: Caller, userId: UserId) => Promise<void>;
}

/** What became of views. */
export type ViewChange = { kind: 'began'; view: OpenView } | { kind: 'ended'; viewId: string };

type Listener = (change: { authIds: readonly string[] }) => void;

/**
 * Tabs in which an administrator views the portal as another user. They are in memory alone: with the portal they end, and
 * the tab is its owner's again.
 */
export class ViewService {
  readonly #parts: Parts;
  readonly #open = new OpenViews();
  /** Those that began at this node: it writes down how they end. */
  readonly #own = new Set<string>();
  readonly #listeners = new Set<Listener>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.access.subscribe((change) => void this.#accessChanged(change));
    parts.news.subscribe((change) => this.#follow(change));
    parts.sessions.subscribe((change) => {
      if (change.kind === 'ended') for (const authId of change.authIds) this.#endAll(authId, 'the session ended');
    });
  }

  /** Hears of sessions of which a view has ended, or may see less. */
  onChanged(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /**
   * @param token of the session: that of the view's live connection is derived from it
   * @throws HttpError 400 for oneself, 404 for who is not in sight, 403 for who may do or see more
   */
  async start(caller: Caller, userId: UserId, token: string): Promise<View> {
    if (userId === caller.userId) throw badRequest('This is your own account.', { field: 'userId' });
    const { requireSubject, access, clock, work } = this.#parts;
    const viewId = randomToken();
    return work.run(caller, async (unit) => {
      await requireSubject(caller, userId);
      const seen = await access.accessOf(userId);
      if (!seen) throw notFound('The user');
      const sinceMs = clock.now();
      const untilMs = sinceMs + views.VIEW_MS;
      const { username } = seen;
      const told: View = { viewId, userId, username, by: caller.username, until: new Date(untilMs).toISOString() };
      const view: OpenView = {
        ...{ told, authId: caller.authId, brokerTokenHash: hashToken(viewTokenOf(token, viewId)) },
        ...{ byUserId: caller.userId, actor: actorOf(caller), units: [caller.adminId, seen.adminId], sinceMs, untilMs },
      };
      unit.note({ kind: 'session', what: `began to view as ${username}`, after: { userId, until: told.until } });
      this.#own.add(viewId);
      unit.tell(this.#parts.news, { kind: 'began', view });
      return told;
    });
  }

  /** Ends a view of the caller's session; one that has ended already stays so. */
  async stop({ authId }: Caller, viewId: string): Promise<{ viewId: string }> {
    const view = this.#find(viewId, authId);
    if (view) await this.#end(view, 'by who viewed', true);
    return { viewId };
  }

  /** Who a marked call is made as. */
  async callerOf(by: Caller, viewId: string): Promise<Caller> {
    const view = by.proof === 'token' ? undefined : this.#find(viewId, by.authId);
    return (view && (await this.#callerIn(view, by))) ?? callerOfNothing(by);
  }

  /** Whose live connection this is. @param find the caller of a session, while it lasts */
  async callerForBrokerToken(
    token: string,
    find: (authId: string) => Promise<Caller | undefined>,
  ): Promise<Caller | undefined> {
    const view = this.#open.findByBrokerToken(hashToken(token));
    if (!view || this.#isOver(view)) return undefined;
    const by = await find(view.authId);
    return by && this.#callerIn(view, by);
  }

  /** Ends those whose time is over. */
  async endExpired(): Promise<void> {
    const over = this.#open.list().filter((view) => this.#isOver(view));
    await Promise.all(over.map((view) => this.#end(view, 'its time was over')));
  }

  /** Ends all of them, at a stop of the portal. */
  async close(): Promise<void> {
    const own = this.#open.list().filter(({ told }) => this.#own.has(told.viewId));
    await Promise.all(own.map((view) => this.#end(view, 'the portal stopped')));
  }

  #find(viewId: string, authId: string): OpenView | undefined {
    const view = this.#open.find(viewId);
    return view?.authId === authId && !this.#isOver(view) ? view : undefined;
  }

  /** Undefined where one of the two is no longer who they were when it began. */
  async #callerIn({ told, units: [ownUnit, seenUnit] }: OpenView, by: Caller): Promise<Caller | undefined> {
    const seen = await this.#parts.access.accessOf(told.userId);
    const isAsBefore = by.adminId === ownUnit && seen?.adminId === seenUnit && holds(by, ADMIN_MODIFY);
    return seen && isAsBefore ? callerAs(by, seen, told) : undefined;
  }

  #isOver({ sinceMs, untilMs }: OpenView): boolean {
    const now = this.#parts.clock.now();
    // A clock that was set back must not keep a view alive.
    return now >= untilMs || now < sinceMs;
  }

  #endAll(authId: string, why: string): void {
    for (const view of this.#open.ofSession(authId)) void this.#end(view, why);
  }

  #follow(change: ViewChange): void {
    if (change.kind === 'ended') {
      const view = this.#open.find(change.viewId);
      if (view && this.#open.remove(view)) this.#changed(view);
      return;
    }
    const [oldest, ...others] = this.#open.ofSession(change.view.authId);
    if (oldest && others.length + 1 >= views.MOST_VIEWS) void this.#end(oldest, 'another one began');
    this.#open.add(change.view);
  }

  #changed(view: OpenView): void {
    for (const listener of this.#listeners) listener({ authIds: [view.authId] });
  }

  /**
   * It has ended here when this returns; what waits is what the journal says of it. Never fails.
   * @param isAsked somebody ended it, at this node alone; what else ends it every node finds by itself
   */
  async #end(view: OpenView, why: string, isAsked = false): Promise<void> {
    const { clock, work, log, news } = this.#parts;
    if (!this.#open.remove(view)) return;
    this.#changed(view);
    if (!this.#own.delete(view.told.viewId) && !isAsked) return;
    const { userId, username } = view.told;
    const [since, until] = [view.sinceMs, Math.min(clock.now(), view.untilMs)].map((ms) => new Date(ms).toISOString());
    const what = `ceased to view as ${username}`;
    try {
      await work.run(view.actor, async (unit) => {
        unit.note({ kind: 'session', what, after: { userId, since, until, why } });
        unit.tell(news, { kind: 'ended', viewId: view.told.viewId });
      });
    } catch (error) {
      // It has ended all the same: the entry of its beginning says until when at the latest.
      log.error({ err: error, what, by: view.actor.name, why }, 'the end of a view is not in the journal');
    }
  }

  /** What was allowed when a view began is asked again as soon as somebody's rights have changed. */
  async #accessChanged(change: AccessChange): Promise<void> {
    for (const view of this.#open.list().filter((one) => concerns(change, one))) {
      if (await this.#mayGoOn(view, change))
        for (const listener of this.#listeners) listener({ authIds: [view.authId] });
      else await this.#end(view, 'rights changed');
    }
  }

  /** Never fails: what cannot be looked up may not go on. */
  async #mayGoOn({ told: { userId }, byUserId, authId }: OpenView, change: AccessChange): Promise<boolean> {
    if ('ended' in change) return false;
    const { access, requireSubject, log } = this.#parts;
    try {
      const own = await access.accessOf(byUserId);
      if (!own?.permissions.has(ADMIN_MODIFY)) return false;
      await requireSubject({ ...own, authId, proof: 'session' }, userId);
      return true;
    } catch (error) {
      if (!(error instanceof HttpError)) log.error({ err: error }, 'a view ends: its rights could not be looked up');
      return false;
    }
  }
}

function concerns(change: AccessChange, { told: { userId }, byUserId }: OpenView): boolean {
  if ('everyone' in change) return true;
  const users = 'ended' in change ? change.ended : change.users;
  return users.includes(userId) || users.includes(byUserId);
}
