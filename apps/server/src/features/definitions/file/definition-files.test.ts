import type { definitionFiles, definitions } from '@telltale/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

type File = definitionFiles.DefinitionFile;
type Difference = {
  assetDefinitionId: number | null;
  changes: definitionFiles.FileChange[];
  others: number;
  state: string;
};
type Refusal = { error: { message: string } };

const FORMAT = 'telltale asset definition';
const file = (parts: Partial<File> & { name: string }) => ({ format: FORMAT, version: 1, ...parts });

let portal: Portal;
let other: Portal;
let root: PortalClient;
let elsewhere: PortalClient;

beforeAll(async () => {
  portal = await startPortal();
  other = await startPortal();
  await portal.aUser({ username: 'root', permissions: [1] });
  await other.aUser({ username: 'root', permissions: [1] });
  root = await portal.as('root');
  elsewhere = await other.as('root');
  // The same labels have other ids there.
  await elsewhere.post(
    '/api/ef/dataitemdefinitions',
    ['x', 'y', 'flow'].map((label) => ({ label })),
  );
});
afterAll(async () => {
  await portal.close();
  await other.close();
});

const get = async (id: number, by = root) => (await by.get<File>(`/api/ef/assetdefinitions/${id}/file`)).body;
const compare = async (body: object, by = root) =>
  (await by.post<Difference>('/api/ef/assetdefinitions/file/difference', body)).body;
const apply = (body: object, by = root) =>
  by.post<{ assetDefinition: definitions.AssetDefinition; changes: number } & Refusal>(
    '/api/ef/assetdefinitions/file',
    body,
  );

/** A pump with one of everything, each of which speaks of data items. */
async function aPump(name: string) {
  const { body } = await root.post<definitions.AssetDefinition>('/api/ef/assetdefinitions', {
    ...{ assetDefinitionName: name, alias: 'P' },
  });
  const { assetDefinitionId } = body;
  const items = [{ label: 'Pressure', unit: 'bar', defaultValue: 2 }, { label: 'Flow' }];
  const path = `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
  await root.post(path, items);
  const calculation = { expression: '_Pressure * 2' };
  const [, , twice] = (await root.post<{ dataItemId: number }[]>(path, [{ label: 'Twice', calculation }])).body;
  const flee = JSON.stringify({ variables: [], expression: '_Pressure > 8' });
  await root.put('/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'High', severity: 10, flee }]);
  await root.put('/api/events/definitions', {
    ...{ assetDefinitionId, name: 'Seal', category: 1, reason: '{"options":["A","B"]}' },
  });
  await root.post('/api/ef/commanddefinitions', {
    ...{ assetDefinitionId, name: 'Stop', module: 'pump', command: 'stop', dataItemId: twice?.dataItemId },
  });
  const config = JSON.stringify({ tabs: [], tiles: { a: [{ dataItem: twice?.dataItemId }] }, layouts: {} });
  await root.post('/api/dashboards', { dashboardId: 0, dashboardName: 'Main', assetDefinitionId, config });
  return assetDefinitionId;
}

describe('a copy of a definition', () => {
  it('has all that the original has, under its own name', async () => {
    const id = await aPump('Original pump');
    const path = `/api/ef/assetdefinitions/${id}/copy`;
    const taken = await root.post<Refusal>(path, { assetDefinitionName: 'ORIGINAL pump' });
    expect([taken.status, taken.body.error.message]).toEqual([
      409,
      'There is an asset definition named ORIGINAL pump already.',
    ]);
    const made = await root.post<definitions.AssetDefinition>(path, { assetDefinitionName: 'Copied pump' });
    expect(made.body).toMatchObject({ assetDefinitionName: 'Copied pump', alias: '' });
    const copy = await get(made.body.assetDefinitionId);
    expect(copy).toEqual({ ...(await get(id)), name: 'Copied pump', alias: '' });
    expect(copy.dataItems?.map(({ label }) => label)).toEqual(['Flow', 'Pressure', 'Twice']);
    expect([copy.alarms, copy.events, copy.commands, copy.dashboards].map((part) => part?.length)).toEqual([
      1, 1, 1, 1,
    ]);
  });

  it('is made whole by who may see and make all of it, or not at all', async () => {
    const id = await aPump('Guarded pump');
    // AssetDefinitions, DataItems, Events, Commands and Dashboard, but no Alarms.
    const most = [70, 71, 72, ...[90, 91, 92], ...[42, 43], ...[58, 59], ...[54, 55]];
    await portal.aUser({ username: 'nearly', permissions: most });
    await portal.aUser({ username: 'sees alarms', permissions: [...most, 38] });
    const path = `/api/ef/assetdefinitions/${id}/copy`;
    const replies = [];
    for (const username of ['nearly', 'sees alarms']) {
      replies.push(await (await portal.as(username)).post<Refusal>(path, { assetDefinitionName: 'Half a pump' }));
    }
    expect(replies.map(({ status, body }) => [status, body.error.message])).toEqual([
      [403, 'The definition has alarms, and you may not see them.'],
      [403, 'This would make alarms, and you do not have the permission AlarmsCreate.'],
    ]);
    const names = (await root.get<definitions.AssetDefinition[]>('/api/ef/assetdefinitions')).body;
    expect(names.map(({ assetDefinitionName }) => assetDefinitionName)).not.toContain('Half a pump');
  });
});

describe('the file of a definition', () => {
  it('names things and holds no id, and makes the same definition in another portal', async () => {
    const id = await aPump('Travelling pump');
    const sent = await get(id);
    expect(JSON.stringify(sent)).not.toMatch(/Id"|"dataItem":\d/);
    expect(sent.dashboards?.[0]?.config).toEqual({
      ...{ layouts: {}, tabs: [], tiles: { a: [{ dataItem: { $dataItem: 'Twice' } }] } },
    });
    const text = (await root.get(`/api/ef/assetdefinitions/${id}/file`)).text;
    expect(text.split('\n').slice(0, 4)).toEqual([
      '{',
      `  "format": "${FORMAT}",`,
      '  "version": 1,',
      '  "name": "Travelling pump",',
    ]);
    expect((await compare({ file: sent }, elsewhere)).changes.map(({ part, kind }) => `${part} ${kind}`)).toEqual([
      ...['definition added', 'dataItems added', 'dataItems added', 'dataItems added', 'alarms added'],
      ...['events added', 'commands added', 'dashboards added'],
    ]);
    const made = await apply({ file: sent }, elsewhere);
    const there = await get(made.body.assetDefinition.assetDefinitionId, elsewhere);
    // A label has the spelling that the portal first heard it in.
    const dataItems = sent.dataItems?.map((item) => (item.label === 'Flow' ? { ...item, label: 'flow' } : item));
    expect(there).toEqual({ ...sent, dataItems });
    expect((await compare({ file: sent }, elsewhere)).changes).toEqual([]);
    const again = await apply({ file: there }, elsewhere);
    expect(again.body).toEqual({ assetDefinition: made.body.assetDefinition, changes: 0 });
  });

  it('shows what it would change, changes that, and leaves what it does not name unless it is asked', async () => {
    const id = await aPump('Versioned pump');
    const before = await get(id);
    const next = {
      ...before,
      alias: 'VP',
      dataItems: before.dataItems?.filter(({ label }) => label !== 'Flow').map((item) => ({ ...item, unit: 'psi' })),
      alarms: before.alarms?.map((alarm) => ({ ...alarm, name: 'HIGH', severity: 5 })),
    };
    const difference = await compare({ file: next, assetDefinitionId: id });
    const told = difference.changes.map(({ part, name, kind }) => `${part} ${name} ${kind}`);
    const changed = ['definition Versioned pump changed', 'dataItems Pressure changed', 'dataItems Twice changed'];
    expect(told).toEqual([...changed, 'alarms HIGH changed']);
    expect([difference.assetDefinitionId, difference.others]).toEqual([id, 1]);
    expect(await get(id)).toEqual(before);
    await root.post(`/api/assetdefinitions/${id}/dataitemdefinitions`, { label: 'Late' });
    const late = await apply({ file: next, assetDefinitionId: id, state: difference.state });
    expect([late.status, late.body.error.message]).toEqual([
      409,
      'The definition has changed in the meantime. Look at the difference again.',
    ]);
    expect((await apply({ file: next, assetDefinitionId: id })).body.changes).toBe(4);
    const after = await get(id);
    expect(after.dataItems?.map(({ label, unit }) => [label, unit])).toEqual([
      ...[
        ['Flow', ''],
        ['Late', ''],
        ['Pressure', 'psi'],
        ['Twice', 'psi'],
      ],
    ]);
    expect(after.alarms).toMatchObject([{ name: 'HIGH', severity: 5, expression: '_Pressure > 8' }]);
    // An alarm that was changed is the same alarm.
    const alarms = await root.get<unknown[]>(`/api/assetDefinitions/${id}/alarmdefinitions`);
    expect(alarms.body).toHaveLength(1);
    const removed = await apply({ file: next, assetDefinitionId: id, removeOthers: true });
    expect(removed.body.changes).toBe(2);
    expect((await get(id)).dataItems?.map(({ label }) => label)).toEqual(['Pressure', 'Twice']);
    const history = await root.get<{ entries: { what: string }[] }>('/api/journal?kind=data%20item&limit=2');
    expect(history.body.entries.map(({ what }) => what)).toEqual(Array(2).fill(`removed from definition ${id}`));
  });

  it.each([
    ['that is none', { file: [] }, 'This is no file of an asset definition.'],
    ['of another program', { file: { format: 'other' } }, 'This is no file of an asset definition.'],
    [
      'of a newer version',
      { file: { ...file({ name: 'x' }), version: 3 } },
      'The file is of version 3 of its format, and this portal reads versions up to 2. Update the portal first.',
    ],
    [
      'with what no version has',
      { file: { ...file({ name: 'x' }), extra: 1 } },
      /^The file cannot be read: file unrecognized key/,
    ],
    [
      'with a script in its name',
      { file: file({ name: '<script>alert(1)</script>' }) },
      'The file cannot be read: name must not hold a script.',
    ],
    [
      'with a script in the name of an alarm',
      { file: file({ name: 'x', alarms: [{ name: 'High </SCRIPT >' } as never] }) },
      'The file cannot be read: alarms.0.name must not hold a script.',
    ],
    [
      'with control characters in a name',
      { file: file({ name: 'x', alarms: [{ name: 'a\nb' } as never] }) },
      'The file cannot be read: alarms.0.name must not hold control characters or others that cannot be seen.',
    ],
    [
      'with one label twice, by case',
      { file: file({ name: 'x', dataItems: [{ label: 'A' }, { label: ' a ' }] as never }) },
      'The file names a twice among its dataItems.',
    ],
    [
      'with a dashboard that is no JSON',
      { file: file({ name: 'x', dashboards: [{ name: 'd', config: 'no json' }] }) },
      'The config must be JSON.',
    ],
    [
      'with an alarm of what there is not',
      { file: file({ name: 'x', alarms: [{ name: 'a', expression: '_Nothing_like_it > 1' } as never] }) },
      /there is no data item for _Nothing_like_it/,
    ],
  ])('%s is refused, and nothing is made of it', async (_what, body, message) => {
    const reply = await apply(body);
    expect([reply.status, reply.body.error.message]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
    const names = (await root.get<definitions.AssetDefinition[]>('/api/ef/assetdefinitions')).body;
    expect(names.some(({ assetDefinitionName }) => assetDefinitionName === 'x')).toBe(false);
  });

  it('with circles is refused, of calculations and of alarms that ask for one another', async () => {
    const calculated = (label: string, expression: string) => ({ label, calculation: { expression } });
    const circle = [calculated('C1', '_C2 + 1'), calculated('C2', '_C1 + 1')];
    const first = await apply({ file: file({ name: 'Circular', dataItems: circle as never }) });
    expect([first.status, first.body.error.message]).toEqual([409, expect.stringContaining('C1')]);
    const alarms = [
      { name: 'a', expression: 'alarm("b")' },
      { name: 'b', expression: 'alarm("a")' },
    ];
    const second = await apply({ file: file({ name: 'Circular', alarms: alarms as never }) });
    expect([second.status, second.body.error.message]).toEqual([400, expect.stringContaining('in a circle')]);
  });

  it('of 50 MB is refused before it is read', async () => {
    const reply = await root.send('/api/ef/assetdefinitions/file', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"file": "${'x'.repeat(50_000_000)}"}`,
    });
    expect(reply.status).toBe(413);
  });

  it('changes nothing that its sender could not change by hand', async () => {
    const id = await aPump('Private pump');
    const given = await get(id);
    await portal.aUser({ username: 'reads', permissions: [70, 71, 90] });
    const reads = await portal.as('reads');
    const own = await get(id, reads);
    expect(Object.keys(own)).toEqual(['format', 'version', 'name', 'alias', 'dataItems']);
    const blind = await reads.post<Refusal>('/api/ef/assetdefinitions/file/difference', { file: given });
    expect([blind.status, blind.body.error.message]).toEqual([
      403,
      'The file holds alarms, and you may not see those that there are.',
    ]);
    const changed = { ...own, dataItems: [{ label: 'Pressure', unit: 'psi' }] };
    const refused = await apply({ file: changed }, reads);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'This would change data items, and you do not have the permission DataItemsModify.',
    ]);
    await portal.anAsset({ assetDefinitionId: id as never });
    expect((await reads.get(`/api/ef/assetdefinitions/${id}/file`)).status).toBe(404);
    const hidden = await reads.post<Refusal>('/api/ef/assetdefinitions/file/difference', { file: changed });
    expect([hidden.status, hidden.body.error.message]).toEqual([
      409,
      'There is an asset definition named Private pump already, and you see none of its assets.',
    ]);
  });
});

const word = fc
  .string({ unit: fc.constantFrom(...'aBc ä1_'), minLength: 1, maxLength: 6 })
  .map((text) => `n${text.trim()}`);
const some = fc.integer({ min: 0, max: 5 });
const aFile = fc
  .uniqueArray(word, { minLength: 1, maxLength: 4, selector: (label) => label.toLowerCase().replaceAll(/\W/g, '_') })
  .chain((labels) =>
    fc.record({
      alias: fc.constantFrom('', 'other'),
      dataItems: fc.tuple(
        ...labels.map((label) =>
          fc.record({ label: fc.constant(label), unit: word, defaultValue: some, retentionDays: some }),
        ),
      ),
      alarms: fc.array(fc.record({ name: word, severity: some, selfAck: fc.boolean(), escalation: some }), {
        maxLength: 4,
      }),
      events: fc.array(
        fc.record({ name: word, category: some, reason: fc.constantFrom(null, { options: ['A'] }, []) }),
        {
          maxLength: 3,
        },
      ),
      dashboards: fc.array(
        fc.record({
          name: word,
          config: fc.record({
            z: fc.jsonValue({ maxDepth: 2 }),
            dataItem: fc.constantFrom(...labels).map(($dataItem) => ({ $dataItem })),
          }),
        }),
        { maxLength: 3 },
      ),
    }),
  );

it('any definition comes out of a portal as it went in, and applying it again changes nothing', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(aFile, async (parts) => {
      count += 1;
      const made = await apply({ file: { ...file({ name: `Any ${count}` }), ...parts } });
      expect(made.status).toBe(200);
      const id = made.body.assetDefinition.assetDefinitionId;
      const out = await get(id);
      for (const by of [root, elsewhere]) {
        await apply({ file: out }, by);
        expect((await compare({ file: out, removeOthers: true }, by)).changes).toEqual([]);
        expect((await apply({ file: out, removeOthers: true }, by)).body.changes).toBe(0);
      }
      expect(out).toMatchObject({ alias: parts.alias });
      expect(out.dataItems).toHaveLength(parts.dataItems.length);
      expect(out.dashboards?.map(({ name }) => name)).toEqual(parts.dashboards.map(({ name }) => name.trim()));
    }),
    { numRuns: 6 },
  );
});
