import { assets, auth, ownAccount, PROOF_NEEDED, secondFactor } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';
import { describeAgent } from './describe-agent.ts';

const session = (authId: string, userAgent: string, current: boolean) => ({
  authId,
  created: '2026-11-20T08:00:00Z',
  lastUsed: '2026-11-20T12:00:00Z',
  address: '10.0.0.7',
  userAgent,
  current,
});

describe('the settings page', () => {
  it('lists where the user is logged in, and ends another session after asking', async () => {
    const sessions = [session('here', 'Firefox/140 Windows', true), session('there', 'Safari/600 iPad', false)];
    const stub = new PortalStub()
      .on(auth.login, { body: aLogin([12]) })
      .on(auth.listSessions, () => ({ body: sessions }))
      .on({ method: 'DELETE', path: '/api/ef/auth/sessions/there' }, () => {
        sessions.pop();
        return { body: { authId: 'there' } };
      });
    await renderApp('/user-settings');
    expect(await screen.findByText('Firefox on Windows')).toBeTruthy();
    expect(screen.getByText('This session')).toBeTruthy();
    const asked = () => stub.requests.filter(({ method }) => method === 'DELETE').length;

    fireEvent.click(screen.getByRole('button', { name: 'End session' }));
    const dialog = await screen.findByRole('dialog', { name: 'End this session?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toBe(0);

    fireEvent.click(screen.getByRole('button', { name: 'End session' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End session' }));
    await waitFor(() => expect(screen.queryByText('Safari on iPad')).toBeNull());
    expect(asked()).toBe(1);
    expect(screen.getByText('The session has ended.')).toBeTruthy();
  });

  it('says that texts which are wanted come to no phone without a number', async () => {
    const login = aLogin([12]);
    const attributes = [{ userId: 1, attributeName: 'textAlerts', attributeValue: 'true' }];
    new PortalStub()
      .on(auth.login, { body: { ...login, auth: { ...login.auth, user: { ...login.auth.user, attributes } } } })
      .on(auth.listSessions, { body: [] });
    await renderApp('/user-settings');
    expect(await screen.findByText('None come until there is a number below.')).toBeTruthy();
  });

  it('says so when a session cannot be ended', async () => {
    new PortalStub()
      .on(auth.login, { body: aLogin([12]) })
      .on(auth.listSessions, { body: [session('there', 'curl/8', false)] })
      .on(
        { method: 'DELETE', path: '/api/ef/auth/sessions/there' },
        { status: 403, body: { error: { code: 'forbidden', message: 'This account may change nothing.' } } },
      );
    await renderApp('/user-settings');
    fireEvent.click(await screen.findByRole('button', { name: 'End session' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End session' }));
    expect(await screen.findByText('The session is still open. This account may change nothing.')).toBeTruthy();
  });

  it('lets anyone choose the theme', async () => {
    new PortalStub();
    await renderApp('/user-settings');
    fireEvent.click(await screen.findByRole('radio', { name: /Calm/ }));
    expect(localStorage.getItem('theme')).toBe('palette-calm');
    expect(document.documentElement.style.getPropertyValue('--tt-surface-0')).toBe('#c6cacd');
    fireEvent.click(screen.getByRole('radio', { name: /System/ }));
    expect(localStorage.getItem('theme')).toBe('system');
    expect(document.documentElement.style.getPropertyValue('--tt-surface-0')).toBe('#0f1419');
  });
});

/** Keeps attributes as the portal does, each by its name, and tells what was sent. */
function keeping(stored: Readonly<Record<string, string>> = {}, username = 'ada') {
  const attributes = new Map(Object.entries(stored));
  const list = () =>
    [...attributes].map(([attributeName, attributeValue]) => ({ userId: 1, attributeName, attributeValue }));
  const sent: Record<string, string>[] = [];
  const portal = new PortalStub()
    .on(auth.login, () => {
      const login = aLogin([6, 12], username);
      return { body: { ...login, auth: { ...login.auth, user: { ...login.auth.user, attributes: list() } } } };
    })
    .on(auth.saveUserAttributes, ({ body }) => {
      const saved = body as auth.UserAttribute[];
      sent.push(Object.fromEntries(saved.map(({ attributeName, attributeValue }) => [attributeName, attributeValue])));
      for (const { attributeName, attributeValue } of saved) attributes.set(attributeName, attributeValue);
      return { body: list() };
    })
    .on(assets.listAssets, {
      body: [
        { ...anAsset({ alias: 'Pump 5' }), assetId: 5 },
        { ...anAsset({ alias: 'Pump 7' }), assetId: 7 },
      ],
    });
  return { portal, sent };
}

describe("the user's own", () => {
  it('names are saved one by one, and stand in the bar', async () => {
    const { sent } = keeping({ firstName: 'Ann' });
    await renderApp('/user-settings');
    expect(await screen.findByDisplayValue('Ann')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Username' })).toBeNull();
    type('Last name', ' Lee ');
    press('Save names');
    await waitFor(() => expect(sent).toEqual([{ lastName: 'Lee' }]));
    expect(await screen.findByTitle('Logged in as Ann Lee (ada)')).toBeTruthy();
  });

  it('zone is that of every time, and may be taken back', async () => {
    const { portal, sent } = keeping({ timeZone: 'Asia/Kathmandu' });
    portal.on(auth.listSessions, { body: [session('here', 'curl/8', true)] });
    await renderApp('/user-settings');
    expect(await screen.findByText(/^For the times of every page.*GMT\+5:45\.$/)).toBeTruthy();
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    expect(zone).toHaveProperty('value', 'Asia/Kathmandu');
    expect((await screen.findByTitle(/2026-11-20 17:45:00/)).textContent).toMatch(/ago|2026/);
    fireEvent.click(zone);
    fireEvent.click(await screen.findByRole('option', { name: /^As this browser/, hidden: true }));
    await waitFor(() => expect(sent).toEqual([{ timeZone: '' }]));
  });

  it('links are checked as those of the portal are, put into order, and stand in the bar', async () => {
    const { sent } = keeping({ extraLinks: '[{"link":"/alarms","label":"Alarms"},"javascript:alert(1)"]' });
    await renderApp('/user-settings');
    const list = await screen.findByRole('list', { name: 'My links' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    type('Address', 'javascript:alert(1)');
    press('Add link');
    expect(await screen.findByText(/^A path of the portal/)).toBeTruthy();
    type('Address', 'https://wiki.example/pumps');
    type('Text of the link', 'Wiki');
    press('Add link');
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
    press('Move Wiki up');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(JSON.parse(sent[1]?.extraLinks ?? '')).toEqual([
      { link: 'https://wiki.example/pumps', label: 'Wiki' },
      { link: '/alarms', label: 'Alarms' },
    ]);
    const bar = screen.getByRole('navigation', { name: 'Pages' });
    expect(within(bar).getByRole('link', { name: 'Wiki' }).getAttribute('href')).toBe('https://wiki.example/pumps');
  });

  it('pins are put into order by keys, and one that is out of sight keeps its place', async () => {
    const { portal } = keeping({ pinnedAssets: '[7,99,5]' });
    const asked: string[] = [];
    const answer = (pins: string) => ({ userId: 1, attributeName: 'pinnedAssets', attributeValue: pins });
    for (const pins of ['[5,7,99]', '[7,99]']) {
      portal.on(`GET /api/ef/users/1/attributes/pinnedAssets/${encodeURIComponent(pins)}`, () => {
        asked.push(pins);
        return { body: answer(pins) };
      });
    }
    await renderApp('/user-settings');
    const list = await screen.findByRole('list', { name: 'Pinned assets' });
    const names = () =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(names()).toEqual(['Pump 7', 'Pump 5']);
    press('Move Pump 5 up');
    await waitFor(() => expect(asked).toEqual(['[5,7,99]']));
    expect(names()).toEqual(['Pump 5', 'Pump 7']);
    press('Remove Pump 5');
    await waitFor(() => expect(names()).toEqual(['Pump 7']));
  });

  it('columns of the list are added and removed, each once', async () => {
    const { sent } = keeping({ attributeColumns: '["Station"]' });
    await renderApp('/user-settings');
    const list = await screen.findByRole('list', { name: 'Attribute columns' });
    const field = screen.getByRole('combobox', { name: 'Attribute' });
    fireEvent.change(field, { target: { value: 'station' } });
    press('Add column');
    expect(await screen.findByText('It is a column already.')).toBeTruthy();
    fireEvent.change(field, { target: { value: 'Total Depth (ft)' } });
    press('Add column');
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
    press('Remove Station');
    await waitFor(() => expect(sent.at(-1)).toEqual({ attributeColumns: '["Total Depth (ft)"]' }));
  });

  it('units are chosen by system and one by one, and sent one by one', async () => {
    const { sent } = keeping({ units: 'metric', 'units.flow': 'sent' });
    await renderApp('/user-settings');
    const pressure = await screen.findByRole('combobox', { name: 'Pressure' });
    expect(screen.getByRole('radio', { name: /^Metric/ })).toHaveProperty('checked', true);
    expect(screen.getByRole('combobox', { name: 'Flow' })).toHaveProperty('value', 'sent');
    fireEvent.change(pressure, { target: { value: 'bar' } });
    await waitFor(() => expect(sent).toEqual([{ 'units.pressure': 'bar' }]));
    fireEvent.click(screen.getByRole('radio', { name: /^US customary/ }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ units: 'us' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Flow' }), { target: { value: '' } });
    await waitFor(() => expect(sent.at(-1)).toEqual({ 'units.flow': '' }));
    expect(screen.getByRole('radio', { name: /^US customary/ })).toHaveProperty('checked', true);
    expect(pressure).toHaveProperty('value', 'bar');
  });

  it('what is refused is said, and stands as it was', async () => {
    const { portal } = keeping({ attributeColumns: '["Station"]' });
    portal.on(auth.saveUserAttributes, refusal(403, 'forbidden', 'This account may change nothing.'));
    await renderApp('/user-settings');
    press(await screen.findByRole('button', { name: 'Remove Station' }).then(() => 'Remove Station'));
    expect(await screen.findByText('This was not saved. This account may change nothing.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove Station' })).toBeTruthy();
  });

  it('password is changed once it was typed twice alike, and a weak one is refused', async () => {
    const { portal } = keeping();
    portal.on(ownAccount.changePassword, ({ body }) =>
      (body as { password: string }).password === 'short'
        ? refusal(400, 'weak-password', 'A password needs at least 10 characters.')
        : { body: { username: 'ada' } },
    );
    await renderApp('/user-settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Change password' }));
    const form = within(screen.getByRole('form', { name: 'Change password' }));
    const fill = (password: string, again = password) => {
      fireEvent.change(form.getByLabelText(/^Password \*?$|^Password$/), { target: { value: password } });
      fireEvent.change(form.getByLabelText(/^Password once more/), { target: { value: again } });
      fireEvent.click(form.getByRole('button', { name: 'Change password' }));
    };
    fill('a long password', 'another one');
    expect(await form.findByText('Passwords do not match')).toBeTruthy();
    fill('short');
    expect(await form.findByText('A password needs at least 10 characters.')).toBeTruthy();
    fill('a long password');
    expect(await screen.findByText('The password is changed. Your other sessions have ended.')).toBeTruthy();
    expect(screen.queryByRole('form', { name: 'Change password' })).toBeNull();
  });

  it('is not offered to an account that may change nothing, nor whence others use it', async () => {
    const { portal } = keeping({}, 'view-only');
    await renderApp('/user-settings');
    expect(await screen.findByText(/^This account is shared/)).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Account',
      'Theme',
    ]);
    expect(portal.requests.some(({ url }) => url.pathname.endsWith('/sessions'))).toBe(false);
  });
});

const refusal = (status: number, code: string, message: string) => ({ status, body: { error: { code, message } } });
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('two-step login', () => {
  const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
  const off = { enabled: false, since: null, recoveryCodesLeft: 0 };

  it('is set up with a code of the app, and shows the recovery codes until they are kept', async () => {
    let state: secondFactor.SecondFactor = off;
    const stub = new PortalStub()
      .on(auth.login, { body: aLogin([12]) })
      .on(secondFactor.getSecondFactor, () => ({ body: state }))
      .on(secondFactor.beginSecondFactor, {
        body: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Telltale:ada?secret=JBSWY3DPEHPK3PXP' },
      })
      .on(secondFactor.confirmSecondFactor, ({ body }) => {
        if ((body as { code: string }).code !== '123456') return refusal(400, 'bad-request', 'This code is wrong.');
        state = { enabled: true, since: '2026-11-20T12:00:00Z', recoveryCodesLeft: 2 };
        return { body: { recoveryCodes: codes } };
      });
    await renderApp('/user-settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Set up two-step login' }));
    await screen.findByRole('dialog', { name: 'Set up two-step login' });
    press('Continue');
    await screen.findByRole('img', { name: 'QR code for the authenticator app' });
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    // A style hides it where no finger is.
    const link = screen.getByRole('link', { name: 'Open in an authenticator app' });
    expect(link.getAttribute('href')).toBe('otpauth://totp/Telltale:ada?secret=JBSWY3DPEHPK3PXP');
    type(/^Code/, '000000');
    press('Turn on');
    await screen.findByText('This code is wrong.');
    type(/^Code/, '123456');
    press('Turn on');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    expect(screen.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true);
    const saved: string[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:codes', revokeObjectURL: () => undefined }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    document.head.insertAdjacentHTML('beforeend', '<meta name="application-name" content="North: field">');
    press('Download');
    document.head.querySelector('meta[name=application-name]')?.remove();
    expect(saved).toEqual(['North_ field recovery codes.txt']);
    vi.restoreAllMocks();
    press('Done');
    expect(await screen.findByText(/^On since .* 2 recovery codes are left/)).toBeTruthy();
    expect(stub.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  it('is turned off after saying what that means', async () => {
    let state: secondFactor.SecondFactor = { enabled: true, since: '2026-11-20T12:00:00Z', recoveryCodesLeft: 1 };
    new PortalStub()
      .on(auth.login, { body: aLogin([12]) })
      .on(secondFactor.getSecondFactor, () => ({ body: state }))
      .on(secondFactor.removeSecondFactor, () => {
        state = off;
        return { body: off };
      });
    await renderApp('/user-settings');
    expect(await screen.findByText(/1 recovery code is left.*Make new ones/)).toBeTruthy();
    press('Turn off');
    const dialog = await screen.findByRole('dialog', { name: 'Turn off two-step login' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByRole('button', { name: 'Set up two-step login' })).toBeTruthy();
    expect(screen.getByText('Two-step login is off.')).toBeTruthy();
  });
});

describe('what leads to the account', () => {
  const stale = refusal(403, PROOF_NEEDED, 'Confirm that it is you.');
  const proof = { freshUntil: null, password: true, secondFactor: false, externalLogin: false };

  function stub() {
    const sent: string[] = [];
    let isFresh = false;
    let state: ownAccount.AltEmail = { altEmail: 'old@example.com', pending: null };
    const portal = new PortalStub()
      .on(auth.login, { body: aLogin([12]) })
      .on(ownAccount.getProof, { body: proof })
      .on(ownAccount.prove, ({ body }) => {
        if ((body as { password: string }).password !== 'right') {
          return refusal(403, 'wrong-password', 'This is not your password.');
        }
        isFresh = true;
        return { body: proof };
      })
      .on(ownAccount.getAltEmail, () => ({ body: state }))
      .on(auth.saveUserAttributes, ({ body }) => {
        if (!isFresh) return stale;
        const [{ attributeValue: address = '' } = {}] = body as auth.UserAttribute[];
        sent.push(address);
        const isOld = address === state.altEmail;
        state = { ...state, pending: isOld ? null : { address, expires: '2026-11-21T12:00:00Z' } };
        return { body: [] };
      });
    return { portal, sent };
  }
  const openWith = async (address: string) => {
    await renderApp('/user-settings');
    await screen.findByDisplayValue('old@example.com');
    type('Alternative email', address);
    press('Save address');
    return screen.findByRole('dialog', { name: 'Confirm it is you' });
  };

  it('asks for the password once the login is old, and goes on with what was begun', async () => {
    const { sent } = stub();
    await openWith('new@example.com');
    fireEvent.change(await screen.findByLabelText(/^Password/), { target: { value: 'wrong' } });
    press('Confirm');
    await screen.findByText('This is not your password.');
    type(/^Password/, 'right');
    press('Confirm');
    expect(await screen.findByText(/new@example.com waits to be confirmed/)).toBeTruthy();
    expect(sent).toEqual(['new@example.com']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByDisplayValue('old@example.com')).toBeTruthy();
    press('Keep the old address');
    await waitFor(() => expect(screen.queryByText(/waits to be confirmed/)).toBeNull());
  });

  it('does nothing when the dialog is closed, and keeps what was typed', async () => {
    const { sent } = stub();
    const dialog = await openWith('new@example.com');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(await screen.findByText('Confirm that it is you.')).toBeTruthy();
    expect(screen.getByDisplayValue('new@example.com')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('asks for the code too where two-step login is on', async () => {
    const { portal } = stub();
    portal.on(ownAccount.getProof, { body: { ...proof, secondFactor: true } });
    await openWith('new@example.com');
    fireEvent.change(await screen.findByLabelText(/^Password/), { target: { value: 'right' } });
    type(/^Code/, '123456');
    press('Confirm');
    await screen.findByText(/waits to be confirmed/);
    const bodies = portal.requests.filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/proof'));
    expect(bodies.map(({ body }) => body)).toEqual([{ password: 'right', code: '123456' }]);
  });

  it('sends who has no password to the identity provider', async () => {
    const { portal } = stub();
    portal
      .on(ownAccount.getProof, { body: { ...proof, password: false, externalLogin: true } })
      .on(ownAccount.getExternalLogin, { body: { label: 'Log in with Example', connected: true } })
      .on(ownAccount.proveExternally, refusal(503, 'unavailable', 'The identity provider does not answer.'));
    const dialog = await openWith('new@example.com');
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Log in with Example' }));
    expect(await screen.findByText('The identity provider does not answer.')).toBeTruthy();
    const begun = portal.requests.find(({ url }) => url.pathname === ownAccount.proveExternally.path);
    expect(begun?.body).toEqual({ next: '/user-settings' });
  });

  it('says why the identity provider did not connect the account', async () => {
    const { portal } = stub();
    portal.on(ownAccount.getExternalLogin, { body: { label: 'Log in with Example', connected: false } });
    await renderApp('/user-settings?loginError=taken');
    expect(await screen.findByText(/belongs to another account/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy();
  });
});

describe('the page of a mailed link', () => {
  it('confirms the address by a press, and says why it does not', async () => {
    let isExpired = true;
    const portal = new PortalStub().on({ method: 'POST', path: '/api/auth/altemail/abc' }, () =>
      isExpired
        ? refusal(403, 'expired', 'This link has expired. Ask for a new one.')
        : { body: { username: 'ada', altEmail: 'new@example.com' } },
    );
    await renderApp('/confirm-address?changeId=abc');
    await screen.findByRole('heading', { name: 'Confirm your address' });
    expect(portal.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    press('Confirm');
    await screen.findByText('This link has expired. Ask for a new one.');
    isExpired = false;
    press('Confirm');
    await screen.findByText('Mails and reset links of ada now go to new@example.com.');
  });
});

describe('API tokens', () => {
  const aToken = (name: string, differences: Partial<auth.ApiToken> = {}) =>
    ({
      tokenId: 7,
      name,
      permissionIds: null,
      created: '2026-11-20T12:00:00Z',
      expires: null,
      lastUsed: null,
      ...differences,
    }) as auth.ApiToken;

  it('are made of permissions that the user holds, and shown once', async () => {
    const made: unknown[] = [];
    const tokens: auth.ApiToken[] = [];
    new PortalStub()
      .on(auth.login, { body: aLogin([6, 12, 34]) })
      .on(auth.listTokens, () => ({ body: [...tokens] }))
      .on(auth.createToken, ({ body }) => {
        made.push(body);
        const token = aToken('Reporting', { permissionIds: [6, 34] });
        tokens.push(token);
        return { body: { ...token, token: 'secret-token' } };
      });
    await renderApp('/user-settings');
    fireEvent.click(await screen.findByRole('button', { name: 'New token' }));
    await screen.findByRole('dialog', { name: 'New API token' });
    type(/^Name/, 'Reporting');
    const table = screen.getByRole('table', { name: 'Permissions of the token' });
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Assets', 'Users', 'HistoricalDataItems']);
    expect(screen.getByRole('checkbox', { name: 'Assets Modify' })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('checkbox', { name: /AdminModify/ })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'View of all groups' }));
    press('Make token');
    expect(await screen.findByText('secret-token')).toBeTruthy();
    expect(made).toMatchObject([{ name: 'Reporting', permissionIds: [6, 34], expires: expect.any(String) }]);
    press('Done');
    expect(await screen.findByText('AssetsView, HistoricalDataItemsView')).toBeTruthy();
    expect(screen.queryByText('secret-token')).toBeNull();
  });

  it('are revoked after asking', async () => {
    const tokens = [aToken('Old script', { lastUsed: '2026-11-20T12:00:00Z', expires: '2026-01-01T00:00:00Z' })];
    const stub = new PortalStub()
      .on(auth.login, { body: aLogin([12]) })
      .on(auth.listTokens, () => ({ body: [...tokens] }))
      .on({ method: 'DELETE', path: '/api/tokens/7' }, () => {
        tokens.pop();
        return { body: { tokenId: 7 } };
      });
    await renderApp('/user-settings');
    expect(await screen.findByText('Everything that you may do')).toBeTruthy();
    expect(screen.getByText(/expired on/)).toBeTruthy();
    press('Revoke Old script');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByText('Old script')).toBeNull());
    expect(stub.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPad; CPU OS 18) AppleWebKit Version/18 Safari/604', 'Safari on iPad'],
  ['curl/8.5', 'curl/8.5'],
  ['', 'Unknown client'],
])('the client %j is called %j', (agent, name) => expect(describeAgent(agent)).toBe(name));
