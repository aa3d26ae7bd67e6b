import { type assets, auth, assets as calls, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const JOBS = [permissionId('Assets', 'View'), permissionId('Jobs', 'Create'), permissionId('Jobs', 'Modify')];
const NAME = 'North Basin - Pad 3 - A 7';
const RIG_POST = 'post /api/serialnumber/rig-1/attributes';
const JOB_POST = `post /api/serialnumber/${encodeURIComponent(`HCU-LIME!${NAME}`)}/attributes`.toLowerCase();

let stub: PortalStub;
let listed: assets.Asset[];

const rig = (over: Record<string, unknown>) => ({ ...anAsset({ definitionId: 1 }), ...over }) as assets.Asset;
const attribute = (attributeName: string, attributeValue: string) =>
  ({ assetId: 1, attributeName, attributeValue }) as assets.Asset['attributes'][number];

beforeEach(() => {
  localStorage.clear();
  listed = [
    rig({
      assetId: 11,
      assetAlias: 'Snubbing 1',
      serialNumber: 'RIG-1',
      attributes: [attribute('Well', 'B 2'), attribute('Total Depth (ft)', '18400'), attribute('State', '42')],
    }),
    rig({ assetId: 12, assetAlias: 'Snubbing 2', assetDefinitionId: 76_192 }),
    rig({ assetId: 13, assetAlias: 'Pump', assetDefinitionId: 5 }),
    rig({
      assetId: 14,
      assetAlias: 'A job itself',
      serialNumber: 'Old - Pad - Well',
      attributes: [attribute('JobSerialNumber', 'Old - Pad - Well')],
    }),
  ];
  stub = new PortalStub()
    .on(auth.login, { body: aLogin(JOBS) })
    .on(calls.listAssets, () => ({ body: listed }))
    .on('GET /config/customers.json', { body: ['North Basin', 'South Basin'] })
    .on('GET /config/jobs.json', { body: { fracPlugTypes: ['Composite, ball drop'], bits: ['PDC'] } });
});

const posts = () => stub.requests.filter(({ method }) => method === 'POST');
const answer = (key: string, status: number, message = '') => {
  const [method = '', path = ''] = key.split(' ');
  stub.on(
    { method: method.toUpperCase() as 'POST', path: path as '/x' },
    {
      status,
      body: status === 200 ? [] : { error: { code: 'x', message } },
    },
  );
};
const header = (name: string | RegExp) => screen.findByRole('button', { name });
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

async function choose(label: string | RegExp, option: string) {
  fireEvent.click(await screen.findByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

/** A job that lacks nothing, as if it had been typed in before. */
const draft = {
  version: 1,
  assetId: 11,
  values: {
    'Oil Company': 'North Basin',
    Pad: 'Pad 3',
    Well: 'A 7',
    'Job start time': '2026-11-20T06:00:00.000Z',
    'Job end time': '2026-11-28T06:00:00.000Z',
  },
  projection: [],
  filename: '',
};
const DRAFT_KEY = 'telltale.job-draft.1';

async function begin(step: number, values: Readonly<Record<string, unknown>> = {}) {
  const filled = { ...draft, values: { ...draft.values, ...values } };
  localStorage.setItem(DRAFT_KEY, JSON.stringify(filled));
  await renderApp(`/dwsjob?step=${step}`);
}

describe('the job wizard', () => {
  test('leads to the login and back without a session, and says what is missing without the permissions', async () => {
    stub.on(auth.login, { status: 401, body: 'Login has expired.' });
    await renderApp('/dwsjob?step=3');
    await waitFor(() => expect(currentAddress()).toBe(`/login?next=${encodeURIComponent('/dwsjob?step=3')}`));
    stub.on(auth.login, { body: aLogin([permissionId('Assets', 'View')]) });
    await renderApp('/dwsjob');
    expect(await screen.findByText('You are missing permissions to open jobs.')).toBeTruthy();
  });

  test('offers the snubbing units alone, by alias, and neither pumps nor jobs', async () => {
    await renderApp('/dwsjob');
    fireEvent.click(await screen.findByRole('combobox', { name: /Snubbing Unit/ }));
    const options = await screen.findAllByRole('option', { hidden: true });
    expect(options.map((option) => option.textContent).slice(0, 2)).toEqual(['Snubbing 1', 'Snubbing 2']);
    expect(screen.queryByText('Pump')).toBeNull();
    expect(screen.queryByText('A job itself')).toBeNull();
  });

  test('goes through its steps by Back, Continue and their headers, which count from 2', async () => {
    await renderApp('/dwsjob');
    const names = within(await screen.findByRole('navigation', { name: 'Steps' })).getAllByRole('button');
    expect(names.map((button) => button.textContent)).toEqual([
      '2Customer info',
      '3Job info',
      '4Technical info',
      '5Equipment',
      '6Confirm',
    ]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText(/Job start time/)).toBeTruthy();
    expect(currentAddress()).toBe('/dwsjob?step=3');
    fireEvent.click(await header(/Equipment/));
    expect(screen.getByRole('combobox', { name: 'Rig Rating' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByText('Download template')).toBeTruthy();
    fireEvent.click(await header(/Customer info/));
    // What was left without being complete says so.
    expect(screen.getByText('Oil Company is needed.')).toBeTruthy();
    expect(screen.getByText('Snubbing Unit is needed.')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Job info, something is missing/ })).toBeTruthy();
  });

  test('offers the counties of the chosen state, and forgets the county with another state', async () => {
    await renderApp('/dwsjob');
    await choose('State', 'Texas');
    await choose('County', 'Reeves');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'County' }).value).toBe('Reeves');
    await choose('State', 'Northern Gulf of Mexico');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'County' }).value).toBe('');
    await choose('County', 'Green Canyon');
  });

  test('keeps its draft over a reload, for this user alone, until one starts over', async () => {
    await renderApp('/dwsjob');
    await screen.findByRole('combobox', { name: /Snubbing Unit/ });
    type(/^Pad/, 'Pad 3');
    await renderApp('/dwsjob');
    expect(await screen.findByText(/This is the draft from your last visit/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Pad/).value).toBe('Pad 3');
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Pad/).value).toBe('');
    localStorage.setItem(DRAFT_KEY, '{"version":0,"values":{"Pad":"old"}}');
    await renderApp('/dwsjob');
    expect(await screen.findByLabelText<HTMLInputElement>(/^Pad/)).toHaveProperty('value', '');
  });

  test('shows what the previous job had, fills empty fields from it, and marks in Confirm what changes', async () => {
    await begin(4);
    expect(await screen.findByText('Previous job: 18,400')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Fill in from the previous job' }));
    expect(screen.getByLabelText<HTMLInputElement>(/Total Depth/).value).toBe('18400');
    fireEvent.click(await header(/Customer info/));
    expect(screen.getByLabelText<HTMLInputElement>(/^Well/).value).toBe('A 7');
    fireEvent.click(await header(/Confirm/));
    const table = within(screen.getByRole('table', { name: 'Previous and new job' }));
    expect(table.getByRole('row', { name: /^Well B 2 A 7 changed$/ })).toBeTruthy();
    expect(table.getByRole('row', { name: /^State Texas Texas$/ })).toBeTruthy();
    expect(table.getByRole('row', { name: 'Total Depth (ft) 18,400 18,400' })).toBeTruthy();
    expect(table.getByRole('row', { name: new RegExp(`^JobSerialNumber – ${NAME} changed$`) })).toBeTruthy();
  });

  test('is not saved while something is missing, and says where', async () => {
    await renderApp('/dwsjob?step=6');
    expect((await header('Save job')).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('choose a snubbing unit above')).toBeTruthy();
    fireEvent.click(
      within(screen.getByText('Before the job can be saved:').parentElement as HTMLElement).getByRole('button', {
        name: 'Job info',
      }),
    );
    type(/Job start time/, '2026-11-20T06:00');
    type(/Job end time/, '2026-11-19T06:00');
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByText('The job ends before it starts.')).toBeTruthy();
  });

  test('says that the report of a job to come begins then', async () => {
    await begin(6, { 'Job start time': '2999-01-01T06:00:00.000Z', 'Job end time': '2999-01-08T06:00:00.000Z' });
    expect(await screen.findByText('This job starts in the future: its report begins then.')).toBeTruthy();
    expect((await header('Save job')).hasAttribute('disabled')).toBe(false);
  });

  test('saves the job in its own asset and in the rig, and leads to both', async () => {
    answer(JOB_POST, 200);
    answer(RIG_POST, 200);
    await begin(6);
    const save = await header('Save job');
    expect(screen.queryByRole('link', { name: 'Dashboard of the job' })).toBeNull();
    listed = [...listed, rig({ assetId: 15, serialNumber: NAME })];
    fireEvent.click(save);
    expect(await screen.findByText('The job is saved.')).toBeTruthy();
    const [first, second] = posts();
    expect(decodeURIComponent(first?.url.pathname ?? '')).toBe(`/api/serialNumber/HCU-LIME!${NAME}/attributes`);
    expect(first?.url.searchParams.get('rig')).toBe('RIG-1');
    expect(second?.url.pathname).toBe('/api/serialNumber/RIG-1/attributes');
    expect(second?.body).toEqual(first?.body);
    const list = first?.body as { attributeName: string; attributeValue: string }[] | undefined;
    const sent = new Map(list?.map((one) => [one.attributeName, one.attributeValue]));
    expect(sent.get('JobSerialNumber')).toBe(NAME);
    expect(sent.get('JobAssetDefinition')).toBe('HCU-LIME');
    expect(sent.get('Job start time')).toBe('2026-11-20T06:00:00.000Z');
    expect(sent.get('jobStartTime')).toBe(sent.get('Job start time'));
    // A field that is empty takes back what the job before had.
    expect(sent.get('Total Depth (ft)')).toBe('');
    const link = await screen.findByRole('link', { name: 'Dashboard of the job' });
    expect(link.getAttribute('href')).toBe('/assets/15/dashboard');
    expect(screen.getByRole('link', { name: 'Well-service report' }).getAttribute('href')).toBe('/assets/11/report');
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull();
  });

  test('says what is saved and what is not where the second post fails, and goes on with that one', async () => {
    answer(JOB_POST, 200);
    answer(RIG_POST, 403, 'Putting a rig on a job needs the permission Jobs/Modify.');
    await begin(6);
    fireEvent.click(await header('Save job'));
    const list = await screen.findByRole('status', { name: 'What is saved' });
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual([
        `Job ${NAME}: saved.`,
        'Snubbing unit RIG-1: not saved. Putting a rig on a job needs the permission Jobs/Modify.',
      ]),
    );
    expect(localStorage.getItem(DRAFT_KEY)).not.toBeNull();
    answer(RIG_POST, 200);
    fireEvent.click(await header('Try again'));
    expect(await screen.findByText('The job is saved.')).toBeTruthy();
    expect(posts().map(({ url }) => url.pathname.includes('RIG-1'))).toEqual([false, true, true]);
  });

  test('says that nothing is saved where the first post fails', async () => {
    answer(JOB_POST, 409, `The serial number ${NAME} is already in use.`);
    await begin(6);
    fireEvent.click(await header('Save job'));
    expect(
      await screen.findByText(`Job ${NAME}: not saved. The serial number ${NAME} is already in use.`),
    ).toBeTruthy();
    expect(screen.getByText('Snubbing unit RIG-1: not saved.')).toBeTruthy();
    expect(posts()).toHaveLength(1);
  });

  test('refuses a projection by its lines, and keeps the one before', async () => {
    await renderApp('/dwsjob?step=4');
    const chooser = await screen.findByLabelText(/Projection CSV/);
    const file = new File(['Depth,Torque\n90,abc\n'], 'plan.csv', { type: 'text/csv' });
    fireEvent.change(chooser, { target: { files: [file] } });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('plan.csv is not taken.')).toBeTruthy();
    expect(alert.getByText("Line 2: 'abc' is no number (Torque).")).toBeTruthy();
  });

  test('takes any oil company where the list of customers is empty', async () => {
    stub.on('GET /config/customers.json', { body: [] });
    await renderApp('/dwsjob');
    fireEvent.change(await screen.findByRole('textbox', { name: /Oil Company/ }), { target: { value: 'Free Oil' } });
    expect(screen.getByText(/The list of customers \(customers.json\) is empty/)).toBeTruthy();
  });

  test('says which list is written wrongly', async () => {
    stub.on('GET /config/jobs.json', {
      status: 500,
      body: { error: { code: 'x', message: 'The configuration file jobs.json is written wrongly.' } },
    });
    await renderApp('/dwsjob');
    expect(await screen.findByText(/jobs.json is written wrongly/)).toBeTruthy();
  });
});
