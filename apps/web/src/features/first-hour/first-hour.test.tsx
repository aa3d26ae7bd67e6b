import { auth, definitionTemplates, type FirstHour, firstHour } from '@telltale/contract';
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
