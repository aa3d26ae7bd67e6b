import { auth, definitionTemplates, type FirstHour, firstHour, type MailServer } from '@telltale/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const begun: FirstHour = { done: [], isDismissed: false, portalName: '', assetId: null };
const pump: definitionTemplates.DefinitionTemplate = {
  ...{
    templateId: 'pump',
    name: 'Pump',
    about: 'Moves liquids.',
    alarms: ['High vibration'],
    dashboards: ['Overview'],
  },
  dataItems: [{ label: 'Vibration', unit: 'mm/s' }],
};

const aPortal = () => new PortalStub().on(auth.login, { body: aLogin() }).on(firstHour.getFirstHour, { body: begun });

describe('the first definition', () => {
  const step = () => screen.findByRole('form', { name: 'First definition' });

  it('is chosen among the templates that can be read; those that cannot are named with why', async () => {
    const broken = [{ file: 'definitions/tank.json', why: 'it is not JSON' }];
    aPortal().on(definitionTemplates.listDefinitionTemplates, { body: { templates: [pump], broken } });
    await renderApp('/first-hour?step=definition');
    const form = within(await step());
    fireEvent.click(await form.findByRole('radio', { name: /^Pump/ }));
    expect(form.getByText('Vibration (mm/s)')).toBeTruthy();
    expect(form.getByRole('status').textContent).toBe(
      'A template cannot be used. Mend it in the configuration folder and load the page again.definitions/tank.json: it is not JSON',
    );
  });

  it('says that the templates are coming, why they cannot be had, and that there are none', async () => {
    const stub = aPortal().on(definitionTemplates.listDefinitionTemplates, { isNever: true });
    const first = await renderApp('/first-hour?step=definition');
    expect(await screen.findByText('Loading the templates')).toBeTruthy();
    first.unmount();
    const why = 'The configuration file definitions/templates.json cannot be used: it is not JSON';
    stub.on(definitionTemplates.listDefinitionTemplates, {
      status: 500,
      body: { error: { code: 'configuration', message: why } },
    });
    await renderApp('/first-hour?step=definition');
    expect((await within(await step()).findByRole('alert')).textContent).toContain(why);
    expect(screen.queryByRole('group', { name: 'Template' })).toBeNull();
    stub.on(definitionTemplates.listDefinitionTemplates, { body: { templates: [], broken: [] } });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('There are no templates to choose from.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make the definition' })).toBeNull();
  });
});

describe('two administrators at once', () => {
  const faster = (details: object) => ({
    status: 409,
    body: { error: { code: 'conflict', message: 'Somebody else was faster.', details } },
  });

  it('the second sees the name that the first gave the portal, and decides', async () => {
    const named = (portalName: string): FirstHour => ({ ...begun, portalName });
    const stub = aPortal()
      .on(firstHour.getFirstHour, { body: named('Old') })
      .on(firstHour.saveFirstHour, faster({ portalName: 'Theirs' }));
    await renderApp('/first-hour?step=name');
    const form = within(await screen.findByRole('form', { name: 'Name of the portal' }));
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Mine' } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByRole('row', { name: 'Name Theirs Mine' })).toBeTruthy();
    stub.on(firstHour.saveFirstHour, { body: named('Mine') });
    fireEvent.click(form.getByRole('button', { name: 'Save mine' }));
    await form.findByRole('button', { name: 'Save' });
    const puts = stub.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(puts).toEqual([
      { portalName: 'Mine', expectedName: 'Old' },
      { portalName: 'Mine', expectedName: 'Theirs' },
    ]);
  });

  it('the second sees where the mail server of the first differs, and takes that one', async () => {
    const mine: MailServer = {
      ...{ source: 'stored', host: 'mail.example.com', port: 587, security: 'starttls', username: 'portal' },
      ...{ hasPassword: true, sender: '', version: 'one' },
    };
    const theirs: MailServer = { ...mine, host: 'smtp.example.com', port: 465, security: 'tls', version: 'two' };
    const stub = aPortal()
      .on(firstHour.getMailServer, { body: mine })
      .on(firstHour.saveMailServer, faster({ mailServer: theirs }));
    await renderApp('/first-hour?step=mail');
    const form = within(await screen.findByRole('form', { name: 'Mail server' }));
    fireEvent.change(form.getByLabelText('Sender'), { target: { value: 'portal@example.com' } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    const rows = within(
      await form.findByRole('table', { name: 'Where the two differ' }),
    ).getAllByRole<HTMLTableRowElement>('row');
    expect(rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent))).toEqual([
      ['Setting', 'Theirs', 'Yours'],
      ['Server', 'smtp.example.com', 'mail.example.com'],
      ['Port', '465', '587'],
      ['Encryption', 'TLS from the first byte', 'STARTTLS, required'],
      ['Password', 'set by them', 'unchanged'],
      ['Sender', 'none', 'portal@example.com'],
    ]);
    expect(stub.requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ expectedVersion: 'one' });
    fireEvent.click(form.getByRole('button', { name: 'Take theirs' }));
    expect(form.getByLabelText<HTMLInputElement>('Server').value).toBe('smtp.example.com');
    expect(form.getByLabelText<HTMLInputElement>('Sender').value).toBe('');
  });
});
