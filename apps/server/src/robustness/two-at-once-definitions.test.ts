import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { type Portal, TEST_PASSWORD } from '#testing/portal.ts';
import { basicHeader, type PortalClient, type TestReply } from '#testing/portal-client.ts';

const ROUNDS = 8;

const statusesOf = (replies: readonly TestReply[]) => replies.map(({ status }) => status).toSorted();

describe.each(everyPortal())('two at once on $engine', ({ start }) => {
  let portal: Portal;
  let one: PortalClient;
  let other: PortalClient;
  let number = 0;
  const name = (what: string) => `${what} ${++number}`;

  beforeAll(async () => {
    portal = await start();
    one = await portal.as('admin');
    other = await portal.newSession('admin');
  });
  afterAll(() => portal.close());

  async function rounds(round: () => Promise<void>): Promise<void> {
    for (let index = 0; index < ROUNDS; index++) await round();
  }

  async function aSystemDefinition(slots: readonly object[] = []) {
    const { body } = await one.post<{ systemDefinitionId: number; slots: { slotId: number }[] }>(
      '/api/ef/systemdefinitions',
      { name: name('kind'), slots },
    );
    return body;
  }

  describe('an exclusive slot', () => {
    it('takes an asset once: the second hears 409', async () => {
      const { assetDefinitionId } = await portal.anAsset();
      await rounds(async () => {
        const { assetId } = await portal.anAsset({ assetDefinitionId });
        const kind = await aSystemDefinition([{ name: 'pump', assetDefinitionId, exclusive: true }]);
        const { systemDefinitionId } = kind;
        const standing = [{ slotId: kind.slots[0]?.slotId, assetId }];
        const replies = await Promise.all(
          [one, other].map((client) =>
            client.post('/api/ef/systems', {
              name: name('system'),
              systemDefinitionId,
              currentSlotAssignments: standing,
            }),
          ),
        );
        expect(statusesOf(replies)).toEqual([200, 409]);
      });
    });

    it('does not become one while an asset of it is put somewhere else', async () => {
      const { assetDefinitionId } = await portal.anAsset();
      await rounds(async () => {
        const { assetId } = await portal.anAsset({ assetDefinitionId });
        const slot = { name: 'pump', assetDefinitionId };
        const { systemDefinitionId, slots } = await aSystemDefinition([slot]);
        const body = {
          systemDefinitionId,
          currentSlotAssignments: [{ slotId: slots[0]?.slotId, assetId }],
        };
        await one.post('/api/ef/systems', { ...body, name: name('system') });
        const replies = await Promise.all([
          one.post('/api/ef/systems', { ...body, name: name('system') }),
          other.post('/api/slots', [
            { ...slot, slotId: slots[0]?.slotId, parentSystemDefinitionId: systemDefinitionId, exclusive: true },
          ]),
        ]);
        expect(statusesOf(replies)).toEqual([200, 409]);
      });
    });
  });

  describe('a definition', () => {
    it('is deleted, or an asset of it is created: never both, and the other hears why', async () => {
      await rounds(async () => {
        const assetDefinitionId = await portal.aDefinition();
        const [deleted, created] = await Promise.all([
          one.delete(`/api/assetdefinitions/${assetDefinitionId}`),
          other.post('/api/assets', { serialNumber: name('serial'), assetDefinitionId }),
        ]);
        const isDeletedFirst = deleted.status === 200;
        expect([deleted.status, created.status]).toEqual(isDeletedFirst ? [200, 404] : [409, 200]);
      });
    });

    it('is deleted once', async () => {
      await rounds(async () => {
        const assetDefinitionId = await portal.aDefinition();
        const path = `/api/assetdefinitions/${assetDefinitionId}`;
        expect(statusesOf(await Promise.all([one.delete(path), other.delete(path)]))).toEqual([200, 404]);
      });
    });

    it('has a name once', async () => {
      await rounds(async () => {
        const body = { assetDefinitionName: name('the same') };
        const replies = [one, other].map((client) => client.post('/api/ef/assetdefinitions', body));
        expect(statusesOf(await Promise.all(replies))).toEqual([200, 409]);
      });
    });
  });

  describe('a system definition', () => {
    it('is deleted, or gets a slot or a system: never both, and the other hears why', async () => {
      const assetDefinitionId = await portal.aDefinition();
      await rounds(async () => {
        const { systemDefinitionId } = await aSystemDefinition();
        const path = `/api/systemdefinitions/${systemDefinitionId}`;
        const slot = [{ name: 'pump', parentSystemDefinitionId: systemDefinitionId, assetDefinitionId }];
        const [deleted, slotted] = await Promise.all([one.delete(path), other.post('/api/slots', slot)]);
        // A slot of its own goes with the definition.
        expect(deleted.status).toBe(200);
        expect([200, 404]).toContain(slotted.status);

        const another = (await aSystemDefinition()).systemDefinitionId;
        const [gone, made] = await Promise.all([
          one.delete(`/api/systemdefinitions/${another}`),
          other.post('/api/ef/systems', { name: name('system'), systemDefinitionId: another }),
        ]);
        expect([gone.status, made.status]).toEqual(gone.status === 200 ? [200, 404] : [409, 200]);
      });
    });

    it('keeps what each of two has changed', async () => {
      await rounds(async () => {
        const { systemDefinitionId } = await aSystemDefinition();
        const fixed = { systemDefinitionId, name: name('kind') };
        const replies = await Promise.all([
          one.post('/api/ef/systemdefinitions', { ...fixed, alias: 'alias' }),
          other.post('/api/ef/systemdefinitions', { ...fixed, description: 'description' }),
        ]);
        expect(statusesOf(replies)).toEqual([200, 200]);
        const { body } = await one.get(`/api/ef/systemdefinitions/${systemDefinitionId}`);
        expect(body).toMatchObject({ alias: 'alias', description: 'description' });
      });
    });
  });

  describe('an event definition', () => {
    it('is deleted, or an event of it is noted: never both, and the other hears why', async () => {
      const { assetId, assetDefinitionId } = await portal.anAsset();
      await rounds(async () => {
        const kind = { assetDefinitionId, name: name('event') };
        const { body } = await one.put<{ eventDefinitionId: number }>('/api/events/definitions', kind);
        const event = { assetId, eventDefinitionId: body.eventDefinitionId, timestamp: '2026-01-01T00:00:00Z' };
        const [deleted, noted] = await Promise.all([
          one.delete(`/api/events/definitions/${body.eventDefinitionId}`),
          other.put('/api/events', [event]),
        ]);
        expect([deleted.status, noted.status]).toEqual(deleted.status === 200 ? [200, 404] : [409, 200]);
      });
    });

    it('keeps its alias when another saves it without one', async () => {
      const { assetDefinitionId } = await portal.anAsset();
      await rounds(async () => {
        const kind = { assetDefinitionId, name: name('event') };
        const { body } = await one.put<{ eventDefinitionId: number }>('/api/events/definitions', kind);
        const { eventDefinitionId } = body;
        const replies = await Promise.all([
          one.put('/api/events/definitions', { ...kind, eventDefinitionId, alias: 'alias' }),
          other.put('/api/events/definitions', { ...kind, eventDefinitionId }),
        ]);
        expect(statusesOf(replies)).toEqual([200, 200]);
        const list = await one.get<{ eventDefinitionId: number; alias: string }[]>(
          `/api/events/definitions?assetDefinitionId=${assetDefinitionId}`,
        );
        expect(list.body.find((one) => one.eventDefinitionId === eventDefinitionId)?.alias).toBe('alias');
      });
    });
  });

  describe('an alarm definition', () => {
    it('is deleted, or an asset differs from it: the other hears 404, or the difference goes with it', async () => {
      const { assetId, assetDefinitionId } = await portal.anAsset();
      await rounds(async () => {
        const flee = JSON.stringify({ expression: '1 = 2' });
        const made = await one.put<{ alarmDefinitionId: number }[]>('/api/ef/alarmdefinitions', [
          { assetDefinitionId, name: name('alarm'), flee },
        ]);
        const alarmDefinitionId = made.body[0]?.alarmDefinitionId;
        const path = `/api/assetdefinitions/${assetDefinitionId}/alarmdefinitions/${alarmDefinitionId}`;
        const [deleted, overridden] = await Promise.all([
          one.delete(path),
          other.put('/api/ef/alarmoverrides', [
            { assetId, alarmDefinitionId, overrideMethod: 2, expression: { expression: '1 = 3', variables: [] } },
          ]),
        ]);
        expect(deleted.status).toBe(200);
        expect([200, 404]).toContain(overridden.status);
        expect((await one.get(`/api/ef/assets/${assetId}/alarmoverrides`)).text).not.toContain('1 = 3');
      });
    });
  });

  it('a user is deleted while it logs in: neither answers 500', async () => {
    await rounds(async () => {
      const username = name('leaving').replace(' ', '');
      const { userId } = await portal.aUser({ username, permissions: [3] });
      const [deleted, login] = await Promise.all([
        one.delete(`/api/users/${userId}`),
        portal.anonymous.get('/api/ef/auth/login', { Authorization: basicHeader(username, TEST_PASSWORD) }),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 403]).toContain(login.status);
    });
  });
});
