import { type AdminId, type EpochMs, handovers } from '@telltale/contract';
import { type ShiftPlan, shiftAt } from '@telltale/domain';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, forbidden, notFound } from '#http/errors.ts';
import { type StoredContent, storedContentSchema, visibleTo } from './handover-content.ts';
import type { HandoverFacts } from './handover-facts.ts';
import { HandoverMarks, type Marks } from './handover-marks.ts';
import { type HandoverRecord, HandoverRepository, type HandoverTextRecord } from './handover-repository.ts';
import { ShiftPlanRepository } from './shift-plan-repository.ts';
import { USUAL_PLAN } from './shift-plan-service.ts';

export interface HandoverServiceOptions {
  work: UnitOfWork;
  handovers: HandoverRepository;
  facts: HandoverFacts;
  marks: HandoverMarks;
  /** The admin units that the caller may know of, by id with their names. */
  unitsInSight: (caller: Caller) => Promise<ReadonlyMap<AdminId, string>>;
  /** The definitions of the assets in the caller's sight. */
  definitionsInSight: (caller: Caller) => Promise<ReadonlySet<number>>;
  /** Resolves when what has happened to alarms so far is in the database. */
  written: () => Promise<void>;
  clock: Clock;
}

interface Seen {
  record: HandoverRecord;
  unitName: string;
}

/** What one shift tells the next: written while it runs, signed by both, and then never changed. */
export class HandoverService {
  readonly #options: HandoverServiceOptions;

  constructor(options: HandoverServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404 for a unit that the caller may not know of */
  async requireUnit(caller: Caller, adminId: AdminId): Promise<string> {
    const name = (await this.#options.unitsInSight(caller)).get(adminId);
    if (name === undefined) throw notFound('The admin unit');
    return name;
  }

  /** @throws HttpError 404 when there is none, or its unit is none that the caller may know of */
  async requireHandover(caller: Caller, handoverId: number): Promise<void> {
    await this.#find(caller, handoverId, this.#options.handovers);
  }

  async list(caller: Caller, adminId: AdminId, limit: number, offset: number) {
    const unitName = await this.requireUnit(caller, adminId);
    const [records, total] = await this.#options.handovers.list(adminId, limit, offset);
    return { total, handovers: records.map((record) => toSummary(record, unitName)) };
  }

  /** Begins the first one of a unit, with the shift that runs; or answers the one that is not accepted yet. */
  async begin(caller: Caller, adminId: AdminId): Promise<handovers.HandoverSummary> {
    const unitName = await this.requireUnit(caller, adminId);
    const record = await this.#options.work.run(caller, async (unit) => {
      const repository = unit.of(HandoverRepository);
      const current = await repository.findCurrent(adminId);
      if (current) return current;
      const [[last]] = await repository.list(adminId, 1, 0);
      return this.#begin(unit, adminId, last);
    });
    return toSummary(record, unitName);
  }

  async get(caller: Caller, handoverId: number): Promise<handovers.Handover> {
    const { record, unitName } = await this.#find(caller, handoverId, this.#options.handovers);
    const { facts, handovers: repository, definitionsInSight } = this.#options;
    const held = await repository.findContent(record);
    const content = held === undefined ? await this.#running(record) : storedContentSchema.parse(JSON.parse(held));
    const assetIds = caller.visibility.everything ? [] : await facts.listAssetIds(record.adminId);
    return {
      ...toSummary(record, unitName),
      remark: content.remark,
      texts: handovers.handoverSections.map(
        (section) => content.texts.find((text) => text.section === section) ?? unwritten(section),
      ),
      sections: visibleTo(caller, content.sections, await definitionsInSight(caller)),
      isPartial: !assetIds.every((assetId) => caller.visibility.canSee(assetId)),
    };
  }

  /** @throws HttpError 409 where somebody else wrote since, with what they wrote; 409 once it is signed */
  async putText(
    caller: Caller,
    handoverId: number,
    section: handovers.HandoverSection,
    { text, version }: { text: string; version: number },
  ): Promise<handovers.HandoverText> {
    const changedMs = this.#options.clock.now();
    const stored = await this.#options.work.run(caller, async (unit) => {
      const repository = unit.of(HandoverRepository);
      const { record } = await this.#find(caller, handoverId, repository);
      if (record.state !== 'running') throw conflict('The handover is signed: its texts stay as they are.');
      const current = (await repository.listTexts(handoverId)).find((one) => one.section === section);
      if ((current?.version ?? 0) !== version) throw writtenInBetween(current, section);
      const next = { section, text, version: version + 1, user: caller.username, changedMs };
      await repository.putText(handoverId, next);
      return next;
    });
    return toText(stored);
  }

  /** The leaving person signs; from now on it tells what it tells at this moment. */
  async sign(caller: Caller, handoverId: number): Promise<handovers.HandoverSummary> {
    refuseTokens(caller);
    // What it tells takes many questions: asked before the change, up to an end that the change then takes.
    const { record: seen, unitName } = await this.#find(caller, handoverId, this.#options.handovers);
    await this.#options.written();
    const { toMs, upTo } = await this.#options.work.run(caller, (unit) => this.#end(unit));
    const sections = await this.#options.facts.sections({ ...seen, toMs, upTo, after: await this.#after(seen) });
    const record = await this.#options.work.run(caller, async (unit) => {
      const repository = unit.of(HandoverRepository);
      const { record: current } = await this.#find(caller, handoverId, repository);
      if (current.state !== 'running') throw signedAlready(current);
      const texts = (await repository.listTexts(handoverId)).map(toText);
      const content: StoredContent = { sections, texts, remark: '' };
      const { userId, username: user } = caller;
      await repository.sign(handoverId, { userId, user }, { toMs, upTo }, JSON.stringify(content));
      unit.note({ kind: 'handover', what: `handover ${handoverId} signed`, after: spanOf({ ...current, toMs }) });
      return (await this.#find(caller, handoverId, repository)).record;
    });
    return toSummary(record, unitName);
  }

  /** @throws HttpError 403 for another person's signature, 409 where there is none to take back */
  async unsign(caller: Caller, handoverId: number): Promise<handovers.HandoverSummary> {
    refuseTokens(caller);
    const { record, unitName } = await this.#options.work.run(caller, async (unit) => {
      const repository = unit.of(HandoverRepository);
      const { record: current } = await this.#find(caller, handoverId, repository);
      if (current.state === 'accepted') throw signedAlready(current);
      if (current.state !== 'signed') throw conflict('Nobody has signed the handover.');
      if (current.leavingUserId !== caller.userId) throw forbidden('Only who signed may take the signature back.');
      await repository.unsign(handoverId);
      unit.note({ kind: 'handover', what: `handover ${handoverId} signature taken back`, before: spanOf(current) });
      return this.#find(caller, handoverId, repository);
    });
    return toSummary(record, unitName);
  }

  /** The coming person signs: it stays as it is, and the next one begins where it ended. */
  async accept(caller: Caller, handoverId: number, remark: string): Promise<handovers.HandoverSummary> {
    refuseTokens(caller);
    const nowMs = this.#options.clock.now();
    const { record, unitName } = await this.#options.work.run(caller, async (unit) => {
      const repository = unit.of(HandoverRepository);
      const { record: current } = await this.#find(caller, handoverId, repository);
      if (current.state === 'accepted') throw signedAlready(current);
      const held = await repository.findContent(current);
      if (current.state !== 'signed' || held === undefined || current.toMs === null) {
        throw conflict('The leaving person has not signed yet.');
      }
      if (current.leavingUserId === caller.userId) {
        throw conflict('Another person must take over than the one who handed over.');
      }
      const content: StoredContent = { ...storedContentSchema.parse(JSON.parse(held)), remark };
      await repository.accept(handoverId, caller.username, nowMs, JSON.stringify(content));
      unit.note({ kind: 'handover', what: `handover ${handoverId} accepted`, after: { ...spanOf(current), remark } });
      await this.#begin(unit, current.adminId, current);
      return this.#find(caller, handoverId, repository);
    });
    return toSummary(record, unitName);
  }

  /** @param last the one before; undefined: it is the first, and begins with the shift that runs */
  async #begin(unit: Work, adminId: AdminId, last: HandoverRecord | undefined): Promise<HandoverRecord> {
    const plan: ShiftPlan = (await unit.of(ShiftPlanRepository).find(adminId)) ?? USUAL_PLAN;
    const shift = shiftAt(plan, this.#options.clock.now());
    const fromMs = last?.toMs ?? shift.fromMs;
    const record = await unit.of(HandoverRepository).insert({
      adminId,
      shift: shift.name,
      zone: plan.zone,
      fromMs,
      shiftEndMs: shift.toMs,
      after: last?.upTo ?? (await unit.of(HandoverMarks).before(adminId, fromMs)),
    });
    unit.note({ kind: 'handover', what: `handover ${record.handoverId} begun`, after: spanOf(record) });
    return record;
  }

  /** Where what is told now ends: no other change is half under way. */
  async #end(unit: Work): Promise<{ toMs: EpochMs; upTo: Marks }> {
    return { upTo: await unit.of(HandoverMarks).settled(), toMs: this.#options.clock.now() };
  }

  async #after({ adminId, fromMs, after }: HandoverRecord): Promise<Marks> {
    return after ?? this.#options.marks.before(adminId, fromMs);
  }

  async #running(record: HandoverRecord): Promise<StoredContent> {
    const { facts, marks, clock, handovers: repository } = this.#options;
    const span = { ...record, after: await this.#after(record), upTo: await marks.now(), toMs: clock.now() };
    const texts = (await repository.listTexts(record.handoverId)).map(toText);
    return { sections: await facts.sections(span), texts, remark: '' };
  }

  /** @throws HttpError 404 when there is none, or its unit is none that the caller may know of */
  async #find(caller: Caller, handoverId: number, repository: HandoverRepository): Promise<Seen> {
    const record = await repository.find(handoverId);
    if (!record) throw notFound('The handover');
    const units = await this.#options.unitsInSight(caller);
    // Those of a unit that is gone are for who sees everything.
    const unitName = units.get(record.adminId) ?? (caller.visibility.everything ? '' : undefined);
    if (unitName === undefined) throw notFound('The handover');
    return { record, unitName };
  }
}

/** A signature is a person's: a script's token is none. */
function refuseTokens({ proof, readOnly }: Caller): void {
  if (proof === 'token' || readOnly) throw forbidden('A handover is signed by a person with a session of their own.');
}

function signedAlready({ state, leaving, coming }: HandoverRecord) {
  const by = state === 'accepted' ? coming : leaving;
  const message = `${by?.user ?? 'Somebody'} has ${state === 'accepted' ? 'accepted' : 'signed'} this handover already.`;
  return conflict(message, { state });
}

function writtenInBetween(current: HandoverTextRecord | undefined, section: handovers.HandoverSection) {
  const text = current ? toText(current) : unwritten(section);
  return conflict(`${text.user || 'Somebody'} wrote here in the meantime.`, text);
}

function unwritten(section: handovers.HandoverSection): handovers.HandoverText {
  return { section, text: '', version: 0, user: '', time: null };
}

function toText({ changedMs, ...text }: HandoverTextRecord): handovers.HandoverText {
  return { ...text, time: new Date(changedMs).toISOString() };
}

function spanOf({ adminId, shift, fromMs, toMs }: Pick<HandoverRecord, 'adminId' | 'shift' | 'fromMs' | 'toMs'>) {
  return { adminId, shift, from: new Date(fromMs).toISOString(), to: toMs && new Date(toMs).toISOString() };
}

const signed = (by: { user: string; timeMs: EpochMs } | null) =>
  by && { user: by.user, time: new Date(by.timeMs).toISOString() };

function toSummary(record: HandoverRecord, unitName: string): handovers.HandoverSummary {
  const { handoverId, adminId, shift, zone, fromMs, toMs, shiftEndMs, state, leaving, coming } = record;
  return {
    handoverId,
    adminId,
    unitName,
    shift,
    zone,
    from: new Date(fromMs).toISOString(),
    to: toMs === null ? null : new Date(toMs).toISOString(),
    shiftEnd: new Date(shiftEndMs).toISOString(),
    state,
    leaving: signed(leaving),
    coming: signed(coming),
  };
}
