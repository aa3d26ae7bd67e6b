import { type FrameSite, frameSiteSchema } from '@telltale/contract';

/** Why a site cannot stand in the list, by its place; undefined: it can. The portal has the same rules. */
export function faultsOf(sites: readonly FrameSite[]): (string | undefined)[] {
  return sites.map((site, index) => {
    const fault = frameSiteSchema.safeParse(site).error?.issues[0]?.message;
    if (fault !== undefined) return `It ${fault}.`;
    const isTwice = sites.findIndex(({ origin }) => origin === site.origin) !== index;
    return isTwice ? 'It stands here twice.' : undefined;
  });
}
