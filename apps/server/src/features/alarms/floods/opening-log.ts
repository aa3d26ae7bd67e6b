import type { EpochMs } from '@telltale/contract';
import type { Opening } from '@telltale/domain/alarms/flood/flood.ts';
import { pointKey, Succession } from '@telltale/domain/alarms/flood/succession.ts';
import type { Clock } from '#clock.ts';
import type { OccurrenceReader } from '../health/occurrence-reader.ts';

export interface OpeningLogOptions {
  reader: Pick<OccurrenceReader, 'read'>;
  clock: Clock;
}

/** Floods that began longer ago are of the past. */
const KEPT_MS = 86_400_000;
const MOST_KEPT = 200_000;
/** From so long and so many openings is learned what follows what. */
const LEARNED_MS = 90 * 86_400_000;
const MOST_LEARNED = 50_000;
/** Learned at a time: some milliseconds in which nothing else runs. */
const PORTION = 500;

/**
 * When alarms were opened in the last day, in order of time, and what used to follow what. It is read from the database when somebody first asks,
 * and follows what happens from then on.
 */
export class OpeningLog {
  readonly succession = new Succession();
  readonly #options: OpeningLogOptions;
  #openings: Opening[] = [];
  /** What is opened while the past is read; undefined: nobody has asked yet, or all is known. */
  #meanwhile: Opening[] | undefined;
  #loading: Promise<void> | undefined;
  #isKnown = false;
  #version = 0;

  constructor(options: OpeningLogOptions) {
    this.#options = options;
  }

  /** Another one whenever something was added or has become too old. */
  get version(): number {
    return this.#version;
  }

  /** An alarm was opened. */
  opened({ assetId, alarmDefinitionId, raisedMs }: Opening): void {
    const opening = { assetId, alarmDefinitionId, raisedMs };
    if (this.#isKnown) this.#add(opening);
    else this.#meanwhile?.push(opening);
  }

  /** Something else changed that floods depend on: an asset or a definition went. */
  touch(): void {
    this.#version++;
  }

  /** Those of the last day, in order of time. */
  async recent(): Promise<readonly Opening[]> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      // Whoever asks next reads anew.
      this.#loading = undefined;
      throw error;
    });
    await this.#loading;
    this.#forgetBefore(this.#options.clock.now() - KEPT_MS);
    return this.#openings;
  }

  async #load(): Promise<void> {
    const { reader, clock } = this.#options;
    const meanwhile: Opening[] = [];
    this.#meanwhile = meanwhile;
    const nowMs = clock.now();
    // A device may be a little ahead of the server.
    const occurrences = await reader.read({ fromMs: nowMs - LEARNED_MS, toMs: nowMs + KEPT_MS, isWanted: () => true });
    const { point, points, raisedMs } = occurrences;
    const inOrder = raisedMs.view().toSorted();
    const learnedFromMs = inOrder[Math.max(0, inOrder.length - MOST_LEARNED)] ?? 0;
    const keptFromMs = Math.max(nowMs - KEPT_MS, inOrder[Math.max(0, inOrder.length - MOST_KEPT)] ?? 0);
    const found: Opening[] = [];
    for (let i = 0; i < point.length; i++) {
      const raised = raisedMs.at(i);
      const named = points[point.at(i)];
      if (!named || (raised < learnedFromMs && raised < keptFromMs)) continue;
      found.push({ assetId: named.assetId, alarmDefinitionId: named.alarmDefinitionId, raisedMs: raised });
    }
    found.sort(byTime);
    let learned = 0;
    for (const opening of found) {
      if (opening.raisedMs < learnedFromMs) continue;
      this.succession.learn(opening);
      if (++learned % PORTION === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#openings = found.filter((opening) => opening.raisedMs >= keptFromMs);
    const known = new Set(this.#openings.map(keyOf));
    for (const opening of meanwhile) if (!known.has(keyOf(opening))) this.#add(opening);
    this.#meanwhile = undefined;
    this.#isKnown = true;
    this.#version++;
  }

  #add(opening: Opening): void {
    const openings = this.#openings;
    let place = openings.length;
    while (place > 0 && byTime(openings[place - 1] as Opening, opening) > 0) place--;
    openings.splice(place, 0, opening);
    this.succession.learn(opening);
    this.#version++;
    if (openings.length > MOST_KEPT * 1.1) this.#openings = openings.slice(-MOST_KEPT);
  }

  #forgetBefore(fromMs: EpochMs): void {
    const first = this.#openings.findIndex(({ raisedMs }) => raisedMs >= fromMs);
    if (first === 0 || this.#openings.length === 0) return;
    this.#openings = first < 0 ? [] : this.#openings.slice(first);
    this.#version++;
  }
}

export function byTime(a: Opening, b: Opening): number {
  return a.raisedMs - b.raisedMs || a.assetId - b.assetId || a.alarmDefinitionId - b.alarmDefinitionId;
}

export function keyOf(opening: Opening): string {
  return `${pointKey(opening)} ${opening.raisedMs}`;
}
