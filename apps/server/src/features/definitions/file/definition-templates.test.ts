import type {
  alarmDefinitions,
  dashboards,
  definitionFiles,
  definitions,
  definitionTemplates,
} from '@telltale/contract';
import { labelsIn } from '@telltale/domain/dashboard/config-labels.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

type File = definitionFiles.DefinitionFile;
type Refusal = { error: { message: string } };

const TEMPLATES = ['pump', 'tank', 'well', 'rig', 'seismic-station', 'generator', 'weather-station'];
const STEP_MS = 180_000;
/** So many values of each data item: from the lower end of its scale to the upper one, and back. */
const VALUES = 120;
/** Alarms of things that a sweep over the scales does not bring about: silence, and losses while something stands still. */
const QUIET = /^(No data|No flow|No production|Leak|Lost returns|Washout|Clock not locked|Low oil pressure)$/;

describe.each(everyPortal())('templates of definitions, on $engine,', ({ start }) => {
  let portal: Portal;
  let root: PortalClient;
  beforeAll(async () => {
    portal = await start();
    await portal.aUser({ username: 'root', permissions: [1] });
    root = await portal.as('root');
  });
  afterAll(() => portal.close());

  const make = (templateId: string, assetDefinitionName?: string, by = root) =>
    by.post<definitions.AssetDefinition & Refusal>(`/api/ef/definitiontemplates/${templateId}/definition`, {
      ...(assetDefinitionName === undefined ? {} : { assetDefinitionName }),
    });

  it('are offered in their order, each with what it has', async () => {
    const { body } = await root.get<definitionTemplates.DefinitionTemplates>('/api/ef/definitiontemplates');
    expect(body.templates.map(({ templateId }) => templateId)).toEqual(TEMPLATES);
    expect(body.broken).toEqual([]);
    expect(body.templates[0]).toMatchObject({
      name: 'Pump',
      dataItems: expect.arrayContaining([{ label: 'Vibration', unit: 'mm/s' }]),
      alarms: expect.arrayContaining(['High vibration']),
      dashboards: ['Overview'],
    });
  });

  it.each(TEMPLATES)(
    '%s becomes a definition whose alarms look back and whose dashboard shows what there is',
    async (id) => {
      const made = await make(id);
      expect(made.status).toBe(200);
      const { assetDefinitionId } = made.body;
      const file = (await root.get<File>(`/api/ef/assetdefinitions/${assetDefinitionId}/file`)).body;
      // Every place of the dashboard that names a data item names one of the definition.
      const labels = new Set(file.dataItems?.map(({ label }) => label));
      const { assetId, accessToken } = await portal.anAsset({ assetDefinitionId });
      const [shown] = (await root.get<dashboards.Dashboard[]>(`/api/ef/assets/${assetId}/dashboards`)).body;
      expect(shown?.config).not.toMatch(/"dataItem":null|\$dataItem/);
      const named = labelsIn(file.dashboards?.[0]?.config);
      expect(named.size).toBeGreaterThan(6);
      expect([...named].filter((label) => !labels.has(label))).toEqual([]);
      // All are described: a unit or words, ends of the scale, and a sentence unless the words say it.
      for (const { label, display } of file.dataItems ?? []) {
        expect([label, display?.min, display?.max]).toEqual([label, expect.any(Number), expect.any(Number)]);
        expect([label, display?.description]).toEqual([label, expect.stringMatching(/\w/)]);
      }

      const now = portal.clock.now();
      const rows = Array.from({ length: VALUES }, (_, n) => {
        const share = 1 - Math.abs((2 * n) / (VALUES - 1) - 1);
        const values = (file.dataItems ?? []).map(({ label, display }) => {
          const [min = 0, max = 1] = [display?.min ?? 0, display?.max ?? 1];
          const value = min + (max - min) * share;
          // States go round quickly: most alarms look at one of them and at a value.
          return [label, display?.words.length ? n % display.words.length : value];
        });
        return { ts: now - (VALUES - n) * STEP_MS, values: Object.fromEntries(values) };
      });
      const sent = await portal.anonymous.post(`/api/v1/${accessToken}/telemetry`, rows);
      expect(sent.status).toBe(200);
      const alarms = (
        await root.get<alarmDefinitions.AlarmDefinition[]>(
          `/api/assetDefinitions/${assetDefinitionId}/alarmdefinitions`,
        )
      ).body;
      expect(alarms.length).toBeGreaterThan(6);
      for (const { name, flee, offDelay, deadband } of alarms) {
        const { expression, variables } = JSON.parse(flee);
        const back = await root.post<{ count: number } & Refusal>('/api/ef/alarmdefinitions/backtest', {
          ...{ assetId, expression, variables, offDelay, deadband },
          ...{ from: new Date(now - VALUES * STEP_MS).toISOString(), to: new Date(now).toISOString() },
        });
        expect([name, back.status, back.body.error?.message]).toEqual([name, 200, undefined]);
        if (!QUIET.test(name)) expect([name, back.body.count]).toEqual([name, expect.toSatisfy((n: number) => n > 0)]);
      }
    },
  );

  it('take another name, and leave a definition alone that has it', async () => {
    // Its alias would stand in the place of the name on every page.
    expect((await make('pump', 'Booster')).body).toMatchObject({ assetDefinitionName: 'Booster', alias: '' });
    const again = await make('tank', 'booster');
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'There is an asset definition named booster already.',
    ]);
    expect((await make('no-such-template', 'New')).status).toBe(404);
    expect((await make('..%2fportal', 'New')).status).toBe(400);
  });

  it('make nothing that their user could not make by hand', async () => {
    await portal.aUser({ username: 'half', permissions: [70, 71, 90, 91] });
    const refused = await make('pump', 'Half a pump', await portal.as('half'));
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringMatching(/^This would make .*you do not have the permission/),
    ]);
    const names = (await root.get<definitions.AssetDefinition[]>('/api/ef/assetdefinitions')).body;
    expect(names.map(({ assetDefinitionName }) => assetDefinitionName)).not.toContain('Half a pump');
  });
});
