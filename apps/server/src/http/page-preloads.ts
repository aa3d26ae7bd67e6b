import { z } from 'zod';

const pageSchema = z.object({
  page: z.string(),
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  fonts: z.array(z.string()),
  calls: z.array(z.string()),
});
type Page = z.infer<typeof pageSchema>;

/** Of `page-preloads.json`, which the build of the web client writes. */
export function readPagePreloads(json: string): PagePreloads {
  return new PagePreloads(z.array(pageSchema).parse(JSON.parse(json)));
}

/** What the web client will ask for at an address, told to the browser in the page itself (decision 0157). */
export class PagePreloads {
  readonly #pages: readonly (Page & { pattern: RegExp })[];

  constructor(pages: readonly Page[]) {
    this.#pages = pages.map((page) => ({ ...page, pattern: patternOf(page.page) }));
  }

  /**
   * @param path of the address, without its query
   * @param html index.html
   * @param hasSession whether calls will be answered: without a session they would only be refused
   */
  into(html: string, path: string, hasSession: boolean): string {
    const page = this.#pages.find(({ pattern }) => pattern.test(path));
    if (page === undefined) return html;
    const numbers = page.pattern.exec(path)?.groups ?? {};
    const calls = hasSession ? page.calls.map((call) => fillIn(call, numbers)) : [];
    const links = [
      ...page.styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
      ...page.scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
      ...page.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
      ...calls.map((href) => `<link rel="preload" as="fetch" crossorigin href="${href}">`),
    ];
    return html.replace('</head>', () => `${links.join('')}</head>`);
  }
}

/** A number that is no other number spelt differently: it stands in the page as it stood in the address. */
const NUMBER = '[1-9]\\d{0,15}';

function patternOf(page: string): RegExp {
  return new RegExp(`^${page.replace(/\{(\w+)\}/g, `(?<$1>${NUMBER})`)}(?:/|$)`);
}

function fillIn(call: string, numbers: Readonly<Record<string, string>>): string {
  return call.replace(/\{(\w+)\}/g, (_, name: string) => numbers[name] ?? '');
}
