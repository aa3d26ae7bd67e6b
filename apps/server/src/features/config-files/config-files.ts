import { renameSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attributeFiltersSchema, customersSchema, jobListsSchema } from '@telltale/contract';
import { z } from 'zod';
import { HttpError, notFound } from '#http/errors.ts';

/** What the login page needs before anybody is signed in. */
const PUBLIC = /^(links|portal|palette-[a-z0-9-]{1,40})\.json$/;
/** For whoever has a session. feeds.json and anything else in the folder is never served (guarantees B19). */
const WITH_SESSION = /^(mqtt|alarms|frames|filters|geosources|customers|jobs|map)\.json$/;

/** Files whose readers rely on their shape: one that is written wrongly is named, not guessed at. */
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  'filters.json': attributeFiltersSchema,
  'customers.json': customersSchema,
  'jobs.json': jobListsSchema,
};

/** The configuration files that the web client may read, by allow-list. */
export class ConfigFiles {
  readonly #folders: readonly string[];
  readonly #known = new Map<string, Readonly<Record<string, unknown>>>();

  /** @param folders where to look, the operator's first, then the one that comes with the portal */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Adds what the portal knows itself to a file; where the file says it too, the operator's word counts. */
  complete(file: string, fields: Readonly<Record<string, unknown>>): void {
    this.#known.set(file, fields);
  }

  /**
   * The JSON text of a file.
   * @throws HttpError 404 for what is not there or not for this reader, 500 naming a file that is not JSON or says nothing that it could mean
   */
  async read(file: string, hasSession: boolean): Promise<string> {
    if (!PUBLIC.test(file) && !(hasSession && WITH_SESSION.test(file))) throw notFound('The configuration file');
    for (const folder of this.#folders) {
      const text = await readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text !== undefined) return this.#completed(file, text);
    }
    throw notFound('The configuration file');
  }

  /**
   * Writes a file of the operator's beside the one that counts.
   * @returns what puts it in that one's place
   * @throws HttpError 500 naming the file where the folder cannot be written to
   */
  async stage(file: string, text: string): Promise<() => void> {
    const [folder = '.'] = this.#folders;
    const staged = join(folder, `.${file}.new`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(staged, text);
    } catch (cause) {
      throw new HttpError(500, 'configuration', `The configuration file ${file} cannot be written.`, { cause });
    }
    return () => renameSync(staged, join(folder, file));
  }

  #completed(file: string, text: string): string {
    const content = parseJson(file, text);
    refuseWrongShape(file, content);
    const known = this.#known.get(file);
    const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
    return known && isObject ? JSON.stringify({ ...known, ...content }) : text;
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpError(500, 'configuration', `The configuration file ${file} is not valid JSON.`, { cause });
  }
}

function refuseWrongShape(file: string, content: unknown): void {
  const parsed = SHAPES[file]?.safeParse(content);
  if (!parsed || parsed.success) return;
  const message = `The configuration file ${file} is written wrongly: ${z.prettifyError(parsed.error)}`;
  throw new HttpError(500, 'configuration', message, { cause: parsed.error });
}
