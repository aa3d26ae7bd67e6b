import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpError, notFound } from '#http/errors.ts';

/** What the login page needs before anybody is signed in. */
const PUBLIC = /^(links|portal|palette-[a-z0-9-]{1,40})\.json$/;
/** For whoever has a session. feeds.json and anything else in the folder is never served (guarantees B19). */
const WITH_SESSION = /^(mqtt|alarms|filters|geosources|customers|map)\.json$/;

/** The configuration files that the web client may read, by allow-list. */
export class ConfigFiles {
  readonly #folders: readonly string[];

  /** @param folders where to look, the operator's first, then the one that comes with the portal */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /**
   * The JSON text of a file.
   * @throws HttpError 404 for what is not there or not for this reader, 500 naming a file that is not JSON
   */
  async read(file: string, hasSession: boolean): Promise<string> {
    if (!PUBLIC.test(file) && !(hasSession && WITH_SESSION.test(file))) throw notFound('The configuration file');
    for (const folder of this.#folders) {
      const text = await readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text !== undefined) return checkJson(file, text);
    }
    throw notFound('The configuration file');
  }
}

function checkJson(file: string, text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch (cause) {
    throw new HttpError(500, 'configuration', `The configuration file ${file} is not valid JSON.`, { cause });
  }
}
