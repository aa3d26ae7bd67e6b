import type { FrameSite } from '@telltale/contract';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { forbidden } from '#http/errors.ts';
import type { Topic } from '#news/topic.ts';
import type { ConfigFiles } from './config-files.ts';
import { readFrameSites } from './frame-sites.ts';

const FILE = 'frames.json';

/** Which other sites tiles may show: the operator's file, as administrators of the first admin unit see and change it. */
export class FrameSiteService {
  readonly #files: ConfigFiles;
  readonly #work: UnitOfWork;
  readonly #changed: Topic<{ sites: readonly FrameSite[] }>;
  #current: readonly FrameSite[] = [];

  constructor(files: ConfigFiles, work: UnitOfWork, changed: Topic<{ sites: readonly FrameSite[] }>) {
    this.#files = files;
    this.#work = work;
    this.#changed = changed;
    changed.subscribe(({ sites }) => {
      this.#current = sites;
    });
  }

  /** Those that the policies of pages name now; another list after each change. */
  get current(): readonly FrameSite[] {
    return this.#current;
  }

  /** Reads the file, at the start. @throws ConfigError when it is written wrongly */
  async load(): Promise<void> {
    this.#current = await readFrameSites(this.#files);
  }

  list(caller: Caller): readonly FrameSite[] {
    requireFirstUnit(caller);
    return this.#current;
  }

  /**
   * Writes the file, and lets pages follow it from then on.
   * @throws HttpError 403 for administrators of another unit, 500 when the file cannot be written
   */
  async replace(caller: Caller, sites: readonly FrameSite[]): Promise<readonly FrameSite[]> {
    requireFirstUnit(caller);
    return this.#work.run(caller, async (unit) => {
      const before = this.#current;
      if (JSON.stringify(before) === JSON.stringify(sites)) return before;
      unit.note({ kind: 'configuration', what: `${FILE} changed`, before, after: sites });
      // Whether it can be written is known before the journal has it, and it counts only once the journal does.
      const put = await this.#files.stage(FILE, `${JSON.stringify({ sites }, undefined, 2)}\n`);
      unit.afterCommit(put);
      unit.tell(this.#changed, { sites });
      return sites;
    });
  }
}

/** What the page may show is one for all units. */
function requireFirstUnit(caller: Caller): void {
  if (!caller.visibility.everything) {
    throw forbidden('Only administrators of the first admin unit say which sites may be shown.');
  }
}
