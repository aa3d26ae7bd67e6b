import type { definitions, ErrorReply, PermissionFlags } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { aUserGroup, flagsOf } from '#testing/ownership-world.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient, TestReply } from '#testing/portal-client.ts';

const ROUNDS = 8;

const errorOf = ({ body }: TestReply) => (body as ErrorReply).error;
const statusesOf = (replies: readonly TestReply[]) => replies.map(({ status }) => status).toSorted();

describe.each(everyPortal())('two administrators at once on $engine', ({ start }) => {
  let portal: Portal;
  let one: PortalClient;
  let other: PortalClient;

  beforeAll(async () => {
    portal = await start();
    one = await portal.as('admin');
    other = await portal.newSession('admin');
  });
  afterAll(() => portal.close());

  describe('on the same permissions', () => {
    const pathOf = (userGroupId: number) => `/api/usergroups/${userGroupId}/permissions/groupedlist`;
    const save = (by: PortalClient, path: string, set: Partial<PermissionFlags>, before: string) =>
      by.post<PermissionFlags[]>(`${path}?before=${before}`, flagsOf('Alarms', set));

    it('are saved by the first; the second is told what stands, and decides', async () => {
      const path = pathOf((await aUserGroup(one)).userGroupId);
      expect((await save(one, path, { view: true }, '')).status).toBe(200);
      const second = await save(other, path, { view: true, modify: true }, '');
      expect(second.status).toBe(409);
      const { permissionGroups } = errorOf(second).details as { permissionGroups: PermissionFlags[] };
      expect(permissionGroups.filter(({ view, modify }) => view || modify)).toEqual(flagsOf('Alarms', { view: true }));
      expect((await other.get(path)).body).toEqual(permissionGroups);
      // Alarms: View is 38. Another type is nobody else's business, and who has seen it all may save.
      expect((await other.post(`${path}?before=`, flagsOf('Events', { view: true }))).status).toBe(200);
      expect((await save(other, path, { view: true, modify: true }, '38')).status).toBe(200);
      for (const wrong of ['x', '1,', '1;2', '99999']) expect((await save(one, path, {}, wrong)).status).toBe(400);
    });

    it('at the very same moment: one is saved, and the other is told of that', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const path = pathOf((await aUserGroup(one)).userGroupId);
        const sets = [{ view: true }, { view: true, modify: true }] as const;
        const replies = await Promise.all([save(one, path, sets[0], ''), save(other, path, sets[1], '')]);
        expect(statusesOf(replies)).toEqual([200, 409]);
        const refused = replies.find(({ status }) => status === 409) as TestReply;
        const stands = (await one.get<PermissionFlags[]>(path)).body;
        expect(errorOf(refused).details).toEqual({ permissionGroups: stands });
        const saved = sets[replies.indexOf(refused as never) === 0 ? 1 : 0];
        expect(stands.find(({ type }) => type === 'Alarms')).toEqual(flagsOf('Alarms', saved)[0]);
      }
    });
  });

  describe('on the names of definitions', () => {
    const PATH = '/api/ef/assetdefinitions';
    let number = 0;

    async function made(): Promise<definitions.AssetDefinition> {
      const { body } = await one.post<definitions.AssetDefinition>(PATH, { assetDefinitionName: `Nozzle ${++number}` });
      return body;
    }
    const rename = (by: PortalClient, definition: definitions.AssetDefinition, assetDefinitionName: string) =>
      by.post(PATH, { ...definition, assetDefinitionName });
    const named = async (pattern: RegExp) =>
      (await one.get<definitions.AssetDefinition[]>(PATH)).body.filter((each) =>
        pattern.test(each.assetDefinitionName),
      );

    it.each([
      ['Düse', 'dÜSE', ' DÜSE '],
      ['Ёмкость', 'ёМКОСТЬ', 'ЁМКОСТЬ'],
      ['Pump', 'PUMP', 'pUMP'],
    ])(
      'rename one to %s, which another has in another case: it is refused, and keeps its own',
      async (name, ...cases) => {
        const taken = await made();
        expect((await rename(one, taken, name)).status).toBe(200);
        const own = await made();
        for (const inOtherCase of cases) {
          const refused = await rename(other, own, inOtherCase);
          expect([refused.status, errorOf(refused).message]).toEqual([
            409,
            `There is an asset definition named ${inOtherCase.trim()} already.`,
          ]);
        }
        expect((await one.get(`/api/assetdefinitions/${own.assetDefinitionId}`)).body).toEqual(own);
        // Its own name in another case is nobody else's.
        expect((await rename(one, own, own.assetDefinitionName.toUpperCase())).status).toBe(200);
      },
    );

    it('rename two to one name in two cases at the same moment: one has it, the other is told', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [first, second] = [await made(), await made()];
        const replies = await Promise.all([
          rename(one, first, `Valve ${round}`),
          rename(other, second, `VALVE ${round}`),
        ]);
        expect(statusesOf(replies)).toEqual([200, 409]);
        expect(await named(new RegExp(`^valve ${round}$`, 'i'))).toHaveLength(1);
      }
    });
  });
});
