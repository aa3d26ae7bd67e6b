import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

interface Entry {
  what: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const ROUNDS = 20;

describe.each(everyPortal())('two people at once on $engine', ({ start }) => {
  let portal: Portal;
  let one: PortalClient;
  let other: PortalClient;
  beforeAll(async () => {
    portal = await start();
    one = await portal.as('admin');
    other = await portal.newSession('admin');
  });
  afterAll(() => portal.close());

  /** Oldest first. */
  async function journalOf(assetId: number, kind: string): Promise<Entry[]> {
    const query = new URLSearchParams({ assetId: String(assetId), kind, limit: '500' });
    const { body } = await one.get<{ entries: Entry[] }>(`/api/journal?${query}`);
    return body.entries.toReversed();
  }

  it('keep the alias of one and the description of the other, and the journal tells both', async () => {
    const { assetId } = await portal.anAsset();
    for (let round = 1; round <= ROUNDS; round++) {
      const replies = await Promise.all([
        one.put(`/api/assets/${assetId}`, { assetAlias: `alias ${round}` }),
        other.put(`/api/assets/${assetId}`, { description: `description ${round}` }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const { body } = await one.get(`/api/ef/assets/${assetId}`);
      expect(body).toMatchObject({ assetAlias: `alias ${round}`, description: `description ${round}` });
    }
    const changes = (await journalOf(assetId, 'asset')).filter(({ what }) => what === 'changed');
    expect(changes).toHaveLength(2 * ROUNDS);
    for (const [index, { before }] of changes.entries()) {
      if (index > 0) expect(before).toEqual(changes[index - 1]?.after);
    }
  });

  it('keep the decimals of one and the end of the scale of the other', async () => {
    const assetDefinitionId = await portal.aDefinition();
    const put = (client: PortalClient, display: object) =>
      client.post(`/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, {
        modelId: assetDefinitionId,
        label: 'Level',
        display,
      });
    expect((await put(one, { min: 0, description: 'of the sump' })).status).toBe(200);
    for (let round = 1; round <= ROUNDS; round++) {
      const replies = await Promise.all([put(one, { decimals: round % 12 }), put(other, { max: round })]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const { body } = await one.get<unknown[]>(`/api/assetDefinitions/${assetDefinitionId}/dataitemdefinitions`);
      const display = { decimals: round % 12, min: 0, max: round, description: 'of the sump' };
      expect(body).toMatchObject([{ label: 'Level', display }]);
    }
    // Each holds by itself; who comes second hears that both do not.
    const replies = await Promise.all([put(one, { min: 5 }), put(other, { max: 4 })]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('set one attribute, and the journal has what each of them replaced', async () => {
    const { assetId } = await portal.anAsset();
    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all(
        [one, other].map((client, index) =>
          client.put(`/api/assets/${assetId}/attributes`, {
            attributeName: 'note',
            attributeValue: `${round}.${index}`,
          }),
        ),
      );
    }
    const changes = await journalOf(assetId, 'attribute');
    expect(changes).toHaveLength(2 * ROUNDS);
    for (const [index, { before }] of changes.entries()) expect(before).toEqual(changes[index - 1]?.after ?? null);
  });

  it('save one attribute over what both have seen: one of them, and the other is told of it', async () => {
    const { assetId } = await portal.anAsset();
    const path = `/api/assets/${assetId}/attributes`;
    const attributeName = 'note';
    let expectedValue: string | null = null;
    for (let round = 1; round <= ROUNDS; round++) {
      const save = (client: PortalClient, attributeValue: string) =>
        client.put<{ error?: { details: unknown } }>(path, { attributeName, attributeValue, expectedValue });
      const replies = await Promise.all([save(one, `${round}.0`), save(other, `${round}.1`)]);
      const winner = replies.findIndex(({ status }) => status === 200);
      const attributeValue = `${round}.${winner}`;
      expect(replies[1 - winner]).toMatchObject({ status: 409 });
      expect(replies[1 - winner]?.body.error?.details).toEqual({ attributeName, attributeValue });
      expect((await one.get(path)).body).toMatchObject([{ attributeName, attributeValue }]);
      expectedValue = attributeValue;
    }
  });

  it('rename one asset over what both have seen: one of them, and the other is told of it', async () => {
    const { assetId } = await portal.anAsset();
    const path = `/api/ef/assets/${assetId}/details`;
    const texts = (round: number) => ({ assetAlias: `alias ${round}`, description: `description ${round}` });
    await one.put(path, texts(0));
    let expected = texts(0);
    for (let round = 1; round <= ROUNDS; round++) {
      const rename = (client: PortalClient, assetAlias: string) =>
        client.put<{ error?: { details: unknown } }>(path, {
          assetAlias,
          expected: { assetAlias: expected.assetAlias },
        });
      // Who has changed another text meanwhile is in nobody's way.
      const retell = (client: PortalClient) =>
        client.put(path, {
          description: texts(round).description,
          expected: { description: expected.description },
        });
      const [retold, ...replies] = await Promise.all([
        retell(other),
        rename(one, `alias ${round}.0`),
        rename(other, `alias ${round}.1`),
      ]);
      const winner = replies.findIndex(({ status }) => status === 200);
      const assetAlias = `alias ${round}.${winner}`;
      expect([retold.status, replies[1 - winner]?.status]).toEqual([200, 409]);
      expect(replies[1 - winner]?.body.error?.details).toMatchObject({ assetAlias });
      expected = { assetAlias, description: texts(round).description };
      expect((await one.get(`/api/ef/assets/${assetId}`)).body).toMatchObject(expected);
    }
    expect((await journalOf(assetId, 'asset')).filter(({ what }) => what === 'changed')).toHaveLength(1 + 2 * ROUNDS);
  });

  it('change and delete one attribute that both have seen: one of them', async () => {
    const { assetId } = await portal.anAsset();
    const path = `/api/assets/${assetId}/attributes`;
    const attributeName = 'note';
    for (let round = 1; round <= ROUNDS; round++) {
      const seen = `${round}.seen`;
      await one.put(path, { attributeName, attributeValue: seen });
      const attributeValue = `${round}.typed`;
      const change = () => one.put(path, { attributeName, attributeValue, expectedValue: seen });
      const remove = () => other.delete(`${path}/${attributeName}`, { expectedValue: seen });
      const [first, second] = round % 2 === 0 ? [change, remove] : [remove, change];
      const statuses = (await Promise.all([first(), second()])).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 409]);
      const isChanged = (statuses[0] === 200) === (first === change);
      expect((await one.get(path)).body).toEqual(isChanged ? [{ assetId, attributeName, attributeValue }] : []);
    }
  });

  it('create the same serial number once', async () => {
    const assetDefinitionId = await portal.aDefinition();
    for (let round = 1; round <= ROUNDS; round++) {
      const body = { serialNumber: `TWICE-${round}`, assetDefinitionId };
      const replies = await Promise.all([one, other].map((client) => client.post('/api/assets', body)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  it('delete one asset once', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const { assetId } = await portal.anAsset();
      const replies = await Promise.all([one, other].map((client) => client.delete(`/api/assets/${assetId}`)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      expect((await journalOf(assetId, 'asset')).filter(({ what }) => what === 'deleted')).toHaveLength(1);
    }
  });
});
