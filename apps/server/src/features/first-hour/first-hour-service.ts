import {
  type AssetId,
  type BodyOf,
  type FirstHour,
  type FirstHourStep,
  type firstHour,
  firstHourSteps,
} from '@telltale/contract';
import { z } from 'zod';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, forbidden } from '#http/errors.ts';
import type { News } from '#news/news.ts';
import { FirstHourRepository } from './first-hour-repository.ts';
import { PortalSettingRepository } from './portal-setting-repository.ts';

const NAME = 'name';
const DISMISSED = 'first hour dismissed';

interface Parts {
  work: UnitOfWork;
  /** Whether mails go to a server. */
  hasMailServer: () => boolean;
  /** The asset that was heard last; undefined: none ever was. */
  lastHeard: () => AssetId | undefined;
  /** Hears what the portal is called from now on; '' is the product's own name. */
  onNamed: (portalName: string) => void;
  news: News['settings'];
}

/** How far the portal is set up, told by what there is; its name, which the first step gives. */
export class FirstHourService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads what the portal is called, at the start. */
  async load(): Promise<void> {
    const { work, onNamed } = this.#parts;
    onNamed((await work.committed.of(PortalSettingRepository).find(NAME, z.string())) ?? '');
  }

  async read(caller: Caller): Promise<FirstHour> {
    requireFirstUnit(caller);
    const { work, hasMailServer, lastHeard } = this.#parts;
    const assetId = lastHeard() ?? null;
    const settings = work.committed.of(PortalSettingRepository);
    const [portalName = '', isDismissed = false, contents] = await Promise.all([
      settings.find(NAME, z.string()),
      settings.find(DISMISSED, z.boolean()),
      work.committed.of(FirstHourRepository).read(),
    ]);
    const isDone: Record<FirstHourStep, boolean> = {
      name: portalName !== '',
      mail: hasMailServer(),
      definition: contents.hasDefinition,
      device: assetId !== null,
      dashboard: contents.hasDashboard,
      colleague: contents.hasColleague,
    };
    return {
      done: firstHourSteps.filter((step) => isDone[step]),
      isDismissed,
      portalName,
      assetId,
    };
  }

  /** @throws HttpError 409 when somebody else has named the portal meanwhile */
  async save(caller: Caller, body: BodyOf<typeof firstHour.saveFirstHour>): Promise<FirstHour> {
    requireFirstUnit(caller);
    const { portalName, expectedName, isDismissed } = body;
    await this.#parts.work.run(caller, async (unit) => {
      const settings = unit.of(PortalSettingRepository);
      if (isDismissed !== undefined) await settings.save(DISMISSED, isDismissed);
      if (portalName === undefined) return;
      const before = (await settings.find(NAME, z.string())) ?? '';
      if (before === portalName) return;
      if (expectedName !== undefined && expectedName !== before) {
        throw conflict('Somebody else has named the portal meanwhile.', { portalName: before });
      }
      await settings.save(NAME, portalName === '' ? undefined : portalName);
      unit.note({ kind: 'configuration', what: 'name of the portal set', before, after: portalName });
      unit.afterCommit(() => this.#parts.onNamed(portalName));
      unit.tell(this.#parts.news, { setting: 'portal name' });
    });
    return this.read(caller);
  }

  /** Where there is nothing to set up, as in the demonstration, nobody is reminded of it; who was asked has said it. */
  async dismissUnlessSaid(caller: Caller): Promise<void> {
    await this.#parts.work.run(caller, async (unit) => {
      const settings = unit.of(PortalSettingRepository);
      if ((await settings.find(DISMISSED, z.boolean())) === undefined) await settings.save(DISMISSED, true);
    });
  }
}

/** The portal is one for all units. */
export function requireFirstUnit(caller: Caller): void {
  if (caller.visibility.everything) return;
  throw forbidden('Only administrators of the first admin unit set up the portal.');
}
